import { waitFor, within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { storeAcademyHands } from '../../../server/hands/academy-hands.operations.ts';
import { createAdmin, createTestProduct } from '../../../server/payments/testing/purchases.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const title = 'Thin value on a paired river';

const academy = setUpTestApp();
let student: TestUser;
let id: string;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword });
  id = (await storeAcademyHands(academy.deps)).get('thin-value') ?? '';
});

const setPublic = (isPublic: boolean) =>
  academy.deps.db.updateTable('hands').set({ is_public: isPublic }).where('id', '=', id).execute();
beforeEach(() => setPublic(true));

const open = (path: string): Promise<Screen> => openScreen(academy, path, { as: student });
const starred = () => academy.caller(student).hands.starred();

it('a hand of the academy is starred on its page, listed in the library, and removed there', async () => {
  const page = await open(`/hands/${id}`);
  await page.user.click(await page.findByRole('button', { name: '☆ Star' }));
  await page.findByRole('button', { name: '★ Starred', pressed: true });
  await page.goTo('/coaching');
  const list = (await page.findByRole('heading', { name: 'Bookmarks' })).closest('section') as HTMLElement;
  expect(within(list).getByRole('link', { name: `${title} Hand` })).toHaveAttribute('href', `/hands/${id}`);
  await page.user.click(within(list).getByRole('button', { name: `Bookmark ${title}` }));
  await waitFor(() => expect(list).not.toBeInTheDocument());
  expect(await starred()).toEqual([]);
});

it('a star that was not saved is shown as not set, with the reason', async () => {
  const page = await open(`/hands/${id}`);
  await page.findByRole('button', { name: '☆ Star' });
  await setPublic(false);
  await page.user.click(page.getByRole('button', { name: '☆ Star' }));
  await page.findByText('The star was not saved');
  expect(page.getByRole('button', { name: '☆ Star' })).toHaveAttribute('aria-pressed', 'false');
});

it('a withdrawn hand can be starred in the session that shows it', async () => {
  const session = await createTestProduct(academy, await createAdmin(academy), {
    type: 'session',
    isFree: true,
    content: `:::hand ${title}`,
  });
  await setPublic(false);
  const page = await open(`/coaching/${session.id}`);
  await page.user.click(await page.findByRole('button', { name: 'See the whole hand' }));
  await page.user.click(await page.findByRole('button', { name: '☆ Star' }));
  await page.findByRole('button', { name: '★ Starred' });
  expect(await starred()).toMatchObject([{ id }]);
  await page.user.click(page.getByRole('button', { name: '★ Starred' }));
  await page.findByRole('button', { name: '☆ Star' });
});
