import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { admin } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { ownAcademy } from '../own-academy.ts';
import { publishSession } from '../publish-session.ts';
import { demoStudent, signedInContext } from '../sign-in.ts';

/** Learning by keyboard, and bookmarks. Texts and states of these screens are tested in `*.screen.test.tsx`. */

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let context: BrowserContext;
let page: Page;
let sessionId: number;

test.beforeAll(async ({ browser }) => {
  const adminContext = await signedInContext(browser, academy.url, admin);
  sessionId = await publishSession(adminContext.request, academy.url, {
    title: 'Rivers, Slowly',
    productNumber: 50,
    content: 'Read the river.',
  });
  context = await signedInContext(browser, academy.url, demoStudent);
});
test.beforeEach(async () => {
  page = await context.newPage();
});
test.afterEach(() => page.close());

test('a session is opened, completed and rated, and gets a note, by keyboard only', async () => {
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
  // The scale is one tab stop, and the arrow keys choose a rating.
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

test('bookmarks of a session and of a PDF page appear in the library and open at their position', async () => {
  await page.goto(`/coaching/${sessionId}`);
  const star = page.getByRole('button', { name: 'Bookmark this session' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await expect(star).toBeEnabled();
  await star.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.clock.install();
  await page.goto('/read/plan/1');
  const lastPageSaved = page.waitForResponse(
    (response) =>
      response.url().includes('learning.saveReadingPage') &&
      (response.request().postData() ?? '').includes('"page":3'),
  );
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Bookmark page 2' }).click();
  await expect(page.getByRole('button', { name: 'Bookmark page 2' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('button', { name: 'Bookmark page 3' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  // After a second on page 3, it is saved as the last page read, although the bookmark is on page 2.
  await page.clock.runFor(1_000);
  expect((await lastPageSaved).ok()).toBe(true);

  await page.goto('/coaching');
  const marks = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Bookmarks' }) });
  await expect(marks.getByRole('listitem')).toHaveCount(2);
  await expect(marks.getByRole('link', { name: 'Rivers, Slowly Session' })).toBeVisible();
  await expectPassesAudit(page, 'bookmarks');
  await marks.getByRole('link', { name: /Page 2$/ }).click();
  await expect(page.getByLabel(/^Page, 1 to/)).toHaveValue('2');
  await page.goto('/coaching');
  await marks.getByRole('button', { name: 'Bookmark Rivers, Slowly' }).click();
  await expect(marks.getByRole('listitem')).toHaveCount(1);
});
