import { waitFor, within } from '@testing-library/dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendProductPdf, testPdf } from '../../../../server/access/testing/stored-files.ts';
import { createAdmin, createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import type { Product } from '../../../../shared/shop/products.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let student: TestUser;
let screen: Screen;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword });
});

const region = (name: string) => within(screen.getByRole('region', { name }));

async function publishPdf(): Promise<void> {
  const admin = await createAdmin(academy);
  await createTestProduct(academy, admin, {
    title: 'Opening Ranges on One Page',
    price: 0,
    isFree: true,
    filePath: await sendProductPdf(academy, admin, await testPdf()),
  });
}

describe('My Learning Library without content', () => {
  it('an empty library shows a sentence and a link to the shop', async () => {
    screen = await openScreen(academy, '/coaching', { as: student });
    await screen.findByRole('heading', { name: "You don't have any PDF resources yet" });
    expect(screen.getByRole('heading', { name: 'My Learning Library' })).toBeVisible();
    const resources = screen.getByRole('heading', { name: 'PDF Resources' }).closest('section');
    expect(within(resources as HTMLElement).getByRole('link', { name: 'Browse Products' })).toHaveAttribute(
      'href',
      '/products',
    );
    expect(region('Purchases').getByRole('link', { name: 'Browse Products' })).toBeVisible();
    expect(region('Quick actions').queryByRole('link', { name: /^Start Learning/ })).toBeNull();
  });

  it('students are asked what they study, admins are not', async () => {
    const heading = { name: 'Four questions, half a minute' };
    screen = await openScreen(academy, '/coaching', { as: student });
    expect(await screen.findByRole('heading', heading)).toBeVisible();
    await screen.close();
    const admin = await academy.createUser({ role: 'admin', password: testPassword });
    screen = await openScreen(academy, '/coaching', { as: admin });
    await screen.findByRole('heading', { name: "You don't have any PDF resources yet" });
    await screen.settle();
    expect(screen.queryByRole('heading', heading)).toBeNull();
  });

  it.each(['Save my answers', 'Skip'])(
    'pressing “%s” removes the button and moves the focus to the main part of the page',
    async (name) => {
      const as = await academy.createUser({ password: testPassword });
      screen = await openScreen(academy, '/coaching', { as });
      const button = await screen.findByRole('button', { name });
      await screen.user.click(button);
      await waitFor(() => expect(button).not.toBeInTheDocument());
      await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    },
  );

  it('the library shows a skeleton while it loads', async () => {
    screen = await openScreen(academy, '/profile', { as: student });
    await screen.findByText('Active Member');
    const restore = screen.network.hold('shop.listLibrary');
    await screen.goTo('/coaching');
    await screen.findByText(/Loading your library/);
    expect(document.querySelector('main .animate-pulse')).toBeVisible();
    restore();
    await screen.findByRole('heading', { name: "You don't have any PDF resources yet" });
    expect(document.querySelector('main .animate-pulse')).toBeNull();
  });
});

describe('My Learning Library with a PDF', () => {
  beforeAll(publishPdf);

  it('a failed load of bookmarks leaves the library visible and is not repeated endlessly', async () => {
    screen = await openScreen(academy, '/profile', { as: student });
    screen.network.fail('learning.listBookmarks', { status: 500, code: 'internal' });
    await screen.goTo('/coaching');
    await screen.findByRole('heading', { name: 'Opening Ranges on One Page' });
    await screen.settle();
    const requests = screen.network.sent.filter((request) => request.includes('learning.listBookmarks'));
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  it('if the coaching plans could not be loaded, the library says so, and offers to try again', async () => {
    screen = await openScreen(academy, '/profile', { as: student });
    const restore = screen.network.fail('learning.listPlans', { status: 500, code: 'internal' });
    await screen.goTo('/coaching');
    const failure = { name: 'Your coaching plans could not be loaded' };
    await screen.findByRole('heading', failure);
    expect(screen.getByRole('heading', { name: 'Opening Ranges on One Page' })).toBeVisible();
    restore();
    await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('heading', failure)).toBeNull());
  });

  it('an answer to one of the four questions immediately leads to a recommendation with its reason', async () => {
    const newcomer = await academy.createUser({ password: testPassword });
    screen = await openScreen(academy, '/coaching', { as: newcomer });
    await screen.user.selectOptions(await screen.findByLabelText('What do you want first?'), [
      'Get the fundamentals right',
    ]);
    await screen.user.click(screen.getByRole('button', { name: 'Save my answers' }));
    await screen.findByRole('heading', { name: 'Study next' });
    expect(region('Study next').getByText(/^You want to get the fundamentals right/)).toBeVisible();
    // Waits until the server has recorded that the recommendation was shown.
    await screen.settle();
  });

  it('PDFs show their number, badge and button', async () => {
    screen = await openScreen(academy, '/profile', { as: student });
    screen.network.changeResponse('shop.listLibrary', ([pdf]: Product[]) => {
      const numberedPdf = (id: number, facts: Partial<Product>) => ({
        ...pdf,
        id,
        productNumber: id,
        ...facts,
      });
      return [
        numberedPdf(901, { title: 'A free one', isFree: true }),
        numberedPdf(902, { title: 'An owned one', isFree: false, price: 1999, owned: true }),
        numberedPdf(903, { title: 'A priced one', isFree: false, price: 1999, owned: false, filePath: null }),
      ];
    });
    await screen.goTo('/coaching');
    await screen.findByRole('heading', { name: 'A free one' });
    const card = (title: string) => {
      const found = screen
        .getAllByRole('listitem')
        .find((item) => within(item).queryByRole('heading', { name: title }));
      if (!found) throw new Error(`no card of ${title}`);
      return within(found);
    };
    expect(card('A free one').getByText('PDF 901')).toBeVisible();
    expect(card('A free one').getByText('Free')).toBeVisible();
    expect(card('An owned one').getByText('Owned')).toBeVisible();
    expect(card('An owned one').getByRole('button', { name: /^Download/ })).toBeEnabled();
    expect(card('A priced one').getByText('$19.99')).toBeVisible();
    expect(card('A priced one').getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
  });

  it('the start and the failure of a download are reported', async () => {
    screen = await openScreen(academy, '/coaching', { as: student });
    const download = await screen.findByRole('button', { name: /^Download/ });
    await screen.user.click(download);
    await screen.readMessage('Download Started', 'Opening Ranges on One Page is being downloaded');
    expect(screen.downloads).toEqual(['opening-ranges-on-one-page.pdf']);

    // The button stays busy until the list of opened files has been reloaded.
    await screen.settle();
    const restore = screen.network.drop('/api/products/');
    await screen.user.click(download);
    expect(await screen.readMessage('Download Failed', 'Failed to download PDF')).toBe('alert');
    restore();

    const message = 'Please buy this product before you download it';
    screen.network.fulfill('/api/products/', () =>
      Response.json({ message, code: 'forbidden', requestId: 'test' }, { status: 403 }),
    );
    await screen.user.click(download);
    expect(await screen.readMessage('Download Failed', message)).toBe('alert');
  });
});
