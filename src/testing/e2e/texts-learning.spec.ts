import { type BrowserContext, expect, type Locator, type Page, type Request, test } from '@playwright/test';
import { type Academy, admin, openAcademy } from './academy.ts';
import { expectWellMade } from './accessibility-audit.ts';
import { failCalls } from './failing-calls.ts';
import { publishSession } from './publish-session.ts';
import { demoStudent, signIn } from './sign-in.ts';

/** The sentences, labels and states of S2 §2, §8 and §9 for learning and profile that no other test reads. */

test.describe.configure({ mode: 'serial' });

let academy: Academy;
let context: BrowserContext;
let office: BrowserContext;
let page: Page;
let sessionId: number;

test.beforeAll(async ({ browser }) => {
  academy = await openAcademy();
  office = await browser.newContext({ baseURL: academy.url });
  await signIn(office, academy.url, admin);
  sessionId = await publishSession(office.request, academy.url, {
    title: 'Rivers, Slowly',
    productNumber: 50,
    content: 'Read the river.',
  });
  context = await browser.newContext({ baseURL: academy.url, reducedMotion: 'reduce' });
  await signIn(context, academy.url, demoStudent);
});
test.afterAll(async () => {
  await academy?.remove();
});
test.beforeEach(async () => {
  page = await context.newPage();
});
test.afterEach(() => page.close());

type Answer = { result: { data: Record<string, unknown> & Record<string, unknown>[] } };

/** Lets the server answer and changes what it says to one procedure, also in a batch. */
async function changeAnswer(
  name: string,
  change: (data: Answer['result']['data']) => unknown,
): Promise<void> {
  await page.route(new RegExp(`/trpc/[^?]*${name.replace('.', '\\.')}`), async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const names = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');
    const body = (await answer.json()) as Answer[];
    const own = body[names.indexOf(name)];
    if (own?.result) own.result.data = change(own.result.data) as Answer['result']['data'];
    await route.fulfill({ response: answer, json: body });
  });
}

const hold = (pattern: RegExp) => page.route(pattern, () => new Promise(() => undefined));
const toast = (title: string): Locator => page.getByRole('status').filter({ hasText: title });
const region = (name: string): Locator => page.getByRole('region', { name });

test.describe('My Learning Library', () => {
  test('is empty with a sentence and the way to the shop', async () => {
    await changeAnswer('shop.listLibrary', () => []);
    await page.goto('/coaching');
    await expect(page.getByRole('heading', { name: 'My Learning Library' })).toBeVisible();
    await expect(page.getByRole('heading', { name: "You don't have any PDF resources yet" })).toBeVisible();
    const resources = page.locator('section').filter({ hasText: 'PDF Resources' });
    await expect(resources.getByRole('link', { name: 'Browse Products' })).toHaveAttribute(
      'href',
      '/products',
    );
    await expect(region('Purchases').getByRole('link', { name: 'Browse Products' })).toBeVisible();
    await expect(region('Quick actions').getByRole('link', { name: /^Start Learning/ })).toHaveCount(0);
  });

  test('shows a skeleton while it loads', async () => {
    await hold(/\/trpc\/[^?]*shop\.listLibrary/);
    await page.goto('/coaching');
    await expect(page.getByText('Loading your library', { exact: false })).toBeAttached();
    await expect(page.locator('main .animate-pulse').first()).toBeVisible();
  });

  test('stays when the bookmarks cannot be had, and does not ask for them on and on', async () => {
    const stop = await failCalls(page, 'learning.listBookmarks', { status: 500, code: 'internal' });
    let asked = 0;
    const count = (request: Request) => {
      if (request.url().includes('learning.listBookmarks')) asked += 1;
    };
    page.on('request', count);
    await page.goto('/coaching');
    await expect(page.getByRole('heading', { name: 'Opening Ranges on One Page' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toBeLessThanOrEqual(2);
    page.off('request', count);
    await stop();
  });

  test('gives each PDF its number, badge and button', async () => {
    await changeAnswer('shop.listLibrary', (products) => {
      const pdfs = products.filter(({ type }) => type === 'pdf');
      const [first] = pdfs;
      const as = (id: number, facts: object) => ({
        ...first,
        id,
        productNumber: id,
        pdfNumber: id,
        ...facts,
      });
      return [
        as(901, { title: 'A free one', isFree: true }),
        as(902, { title: 'An owned one', isFree: false, price: 1999, owned: true }),
        as(903, { title: 'A priced one', isFree: false, price: 1999, owned: false, filePath: null }),
      ];
    });
    await page.goto('/coaching');
    const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await expect(card('A free one').getByText('PDF 901', { exact: true })).toBeVisible();
    await expect(card('A free one').getByText('Free', { exact: true })).toBeVisible();
    await expect(card('An owned one').getByText('Owned', { exact: true })).toBeVisible();
    await expect(card('An owned one').getByRole('button', { name: /^Download/ })).toBeEnabled();
    await expect(card('A priced one').getByText('$19.99', { exact: true })).toBeVisible();
    await expect(card('A priced one').getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
  });

  test('tells of a download that starts, and of one that fails, in the words of S2', async () => {
    await page.goto('/coaching');
    const first = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Download/ }) })
      .first();
    const title = (await first.getByRole('heading').textContent()) ?? '';
    const saved = page.waitForEvent('download');
    await first.getByRole('button', { name: /^Download/ }).click();
    await expect(page.getByText('Download Started')).toBeVisible();
    await expect(page.getByText(`${title} is being downloaded`)).toBeVisible();
    await saved;

    await page.route('**/api/products/*/download', (route) => route.abort());
    await first.getByRole('button', { name: /^Download/ }).click();
    await expect(page.getByText('Download Failed')).toBeVisible();
    await expect(page.getByText('Failed to download PDF').first()).toBeVisible();

    await page.unroute('**/api/products/*/download');
    const message = 'Please buy this product before you download it';
    await page.route('**/api/products/*/download', (route) =>
      route.fulfill({ status: 403, json: { message, code: 'forbidden', requestId: 'test' } }),
    );
    await first.getByRole('button', { name: /^Download/ }).click();
    await expect(page.getByText(message).first()).toBeVisible();
  });
});

test.describe('Poker Coaching Plans', () => {
  test('are six grey cards while they load', async () => {
    await hold(/\/trpc\/[^?]*learning\.listPlans/);
    await page.goto('/coaching-pdfs');
    await expect(page.getByText('Loading the coaching plans...')).toBeAttached();
    const cards = page
      .locator('main .grid > [aria-hidden="true"]')
      .filter({ has: page.locator('.animate-pulse') });
    await expect(cards).toHaveCount(6);
  });

  test('say when they cannot be loaded, and try again', async () => {
    await page.route(/\/trpc\/[^?]*learning\.listPlans/, (route) => route.abort());
    await page.goto('/coaching-pdfs');
    await expect(
      page.getByText('Failed to load coaching PDFs. Please try again later.', { exact: true }),
    ).toBeVisible();
    await page.unroute(/\/trpc\/[^?]*learning\.listPlans/);
    await page.getByRole('button', { name: /again/i }).click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);
  });

  test('fill missing numbers with placeholders', async () => {
    await changeAnswer('learning.listPlans', (plans) => plans.filter(({ pdfNumber }) => pdfNumber === 1));
    await page.goto('/coaching-pdfs');
    const cards = page.getByRole('main').getByRole('listitem');
    await expect(cards).toHaveCount(10);
    for (const [number, plan, level] of [
      [2, 'Free', 'Beginner'],
      [4, 'Silver', 'Beginner'],
      [7, 'Gold', 'Intermediate'],
      [10, 'Diamond', 'Advanced'],
    ] as const) {
      const card = cards.nth(number - 1);
      await expect(card.getByRole('heading', { name: `Coaching Plan ${number}`, exact: true })).toBeVisible();
      await expect(card.getByText(`Requires ${plan}`, { exact: true })).toBeVisible();
      await expect(card.getByText(level)).toBeVisible();
    }
    // Open, and without a file (D-39).
    await expect(cards.nth(1).getByRole('button', { name: /^Coming soon/ })).toBeDisabled();
    await expect(cards.nth(9).getByRole('link', { name: /^Upgrade/ })).toBeVisible();
  });

  test('have no Unlock card for who has a plan', async () => {
    const { id } = (await (await context.request.get('/api/user')).json()) as { id: string };
    const granted = await office.request.post('/trpc/payments.adminGrantPlan', {
      data: { userId: id, plan: 'gold', reason: 'Guest coach' },
    });
    expect(granted.status(), await granted.text()).toBe(200);
    await page.goto('/coaching-pdfs');
    await expect(page.getByText('Current plan: Gold')).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);
    await expect(region('Unlock Advanced Coaching')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: /^Upgrade/ })).toHaveCount(3);
  });
});

test.describe('Profile', () => {
  test('names who it is, and what may be changed', async () => {
    await page.goto('/profile');
    for (const text of ['USER', 'Active Member']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.getByText(/^Member since \d{1,2} [A-Z][a-z]{2} \d{4}$/)).toBeVisible();
    const personal = region('Personal information');
    await expect(personal.getByText('User ID')).toBeVisible();
    await personal.getByRole('button', { name: 'Edit' }).click();
    await expect(personal.getByRole('textbox')).toHaveCount(2);
    await expect(personal.getByLabel('First Name')).toBeFocused();
    await personal.getByLabel('First Name').fill('Somebody else');
    await personal.getByRole('button', { name: 'Cancel' }).click();
    await expect(personal.getByText('Somebody else')).toHaveCount(0);
    await expect(personal.getByRole('button', { name: 'Edit' })).toBeFocused();
    await expect(
      region('Progress Overview').getByRole('link', { name: 'View All Sessions' }),
    ).toHaveAttribute('href', '/coaching');
    for (const name of ['Change Password', /^Download My Data/, /^Delete Account/]) {
      await expect(page.getByRole('button', { name })).toBeVisible();
    }
    await expect(page.getByRole('main').locator('a[href="/kyc"]').first()).toBeVisible();
  });

  test('says Saving..., then that it was updated', async () => {
    await page.goto('/profile');
    const personal = region('Personal information');
    await personal.getByRole('button', { name: 'Edit' }).click();
    const before = await personal.getByLabel('Last Name').inputValue();
    await page.route(/\/trpc\/profile\.updateNames/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await personal.getByLabel('Last Name').fill('Changed');
    await personal.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(personal.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await expect(toast('Profile Updated')).toContainText('Your profile has been successfully updated.');
    await expect(personal.getByText('Changed')).toBeVisible();
    await personal.getByRole('button', { name: 'Edit' }).click();
    await personal.getByLabel('Last Name').fill(before);
    await personal.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(personal.getByText(before, { exact: true })).toBeVisible();
  });

  test('says that the update failed, and keeps what was typed', async () => {
    await page.goto('/profile');
    const personal = region('Personal information');
    await personal.getByRole('button', { name: 'Edit' }).click();
    await personal.getByLabel('Last Name').fill('Kept');
    await page.route(/\/trpc\/profile\.updateNames/, (route) => route.abort());
    await personal.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Update Failed').first()).toBeVisible();
    await expect(page.getByText('Failed to update user')).toBeVisible();
    await expect(personal.getByLabel('Last Name')).toHaveValue('Kept');
  });
});

test('a session is found, studied, noted, completed and rated by keyboard alone', async () => {
  const press = async (target: Locator, key = 'Enter') => {
    for (let presses = 0; presses < 150; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
    await page.keyboard.press(key);
  };
  await page.goto('/coaching');
  await press(
    page
      .getByRole('main')
      .getByRole('link', { name: /Rivers, Slowly/ })
      .first(),
  );
  await expect(page).toHaveURL(new RegExp(`/coaching/${sessionId}$`));
  await expect(page.getByRole('heading', { name: 'Rivers, Slowly', level: 1 })).toBeVisible();

  const note = page.getByLabel('New note');
  await press(note, 'End');
  await page.keyboard.type('Blockers before feelings');
  await press(page.getByRole('button', { name: /^Add note/ }));
  await expect(page.getByRole('listitem').filter({ hasText: 'Blockers before feelings' })).toBeVisible();

  await press(page.getByRole('button', { name: 'Mark as complete' }));
  await expect(page.getByText(/^Completed on /)).toBeVisible();
  // One stop for the whole scale; arrows choose.
  const scale = page.getByRole('group', { name: 'How useful was this session?' });
  await press(scale.getByRole('radio', { name: '1', exact: true }), 'Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(scale.getByRole('radio', { name: '4', exact: true })).toBeChecked();
  await expect(page.getByText('Thank you.')).toBeVisible();
  await page.reload();
  await expect(scale.getByRole('radio', { name: '4', exact: true })).toBeChecked();
});

test('a session and a page are starred, found in the library and followed to their place', async () => {
  await page.goto(`/coaching/${sessionId}`);
  const star = page.getByRole('button', { name: 'Bookmark this session' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/read/plan/1');
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Bookmark page 2' }).click();
  await expect(page.getByRole('button', { name: 'Bookmark page 2' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('button', { name: 'Bookmark page 3' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.waitForTimeout(1_500);

  await page.goto('/coaching');
  const marks = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Bookmarks' }) });
  await expect(marks.getByRole('listitem')).toHaveCount(2);
  await expect(marks.getByRole('link', { name: 'Rivers, Slowly Session' })).toBeVisible();
  await expectWellMade(page, 'bookmarks');
  await marks.getByRole('link', { name: /Page 2$/ }).click();
  await expect(page.getByLabel(/^Page, 1 to/)).toHaveValue('2');
  await page.goto('/coaching');
  await marks.getByRole('button', { name: 'Bookmark Rivers, Slowly' }).click();
  await expect(marks.getByRole('listitem')).toHaveCount(1);
});

test('goals without a result invite instead of drawing nothing', async ({ browser }) => {
  const fresh = await browser.newContext({ baseURL: academy.url });
  await signIn(fresh, academy.url, admin);
  const goals = await fresh.newPage();
  await goals.goto('/goals');
  await expect(goals.getByRole('heading', { name: 'Nothing to draw yet' })).toBeVisible();
  await expect(goals.getByRole('img', { name: /of study/ })).toHaveCount(0);
  await goals.getByRole('button', { name: 'Enter a result' }).click();
  await goals.getByLabel('Won or lost, dollars').fill('25');
  await goals.getByRole('button', { name: 'Save today' }).click();
  await expect(goals.getByRole('img', { name: /Result \$25\.00/ })).toBeVisible();
  await fresh.close();
});
