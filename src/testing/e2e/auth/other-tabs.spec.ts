import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { admin } from '../academy.ts';
import { ownAcademy } from '../own-academy.ts';
import { settle } from '../settled-page.ts';
import { demoStudent, signIn, signOut } from '../sign-in.ts';

/** The tabs of one browser share one login: logging in or out in one tab affects all of them immediately. */

const academy = ownAcademy();

function openBrowser(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ baseURL: academy.url });
}

/** Opens a tab and waits for the module `follow-other-tabs`, which the page loads once the current user is known. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  const fetched = page.waitForRequest(/follow-other-tabs[^/]*\.js$/);
  await page.goto(path);
  await page.evaluate((url) => import(url), (await fetched).url());
  await settle(page);
  return page;
}

async function logIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
}

test('logging out removes user data and unsaved input from the other tabs', async ({ browser }) => {
  const context = await openBrowser(browser);
  await signIn(context, academy.url, admin);
  const profile = await openTab(context, '/profile');
  const editor = await openTab(context, '/admin?tab=products');
  const front = await openTab(context, '/products');
  await expect(profile.locator('main').getByText(admin.email).first()).toBeVisible();
  await editor.getByRole('button', { name: 'New product' }).click();
  await editor.getByLabel('Title').fill('Not for other eyes');
  // Unsaved input must not make the browser ask whether to leave the page: declining would keep the page open.
  const questions: string[] = [];
  editor.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });

  await signOut(front);
  await expect(profile.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await expect(profile.getByText(admin.email)).toHaveCount(0);
  await expect(editor.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await expect(editor.getByRole('dialog')).toHaveCount(0);
  expect(questions).toEqual([]);

  await front.goBack();
  await expect(front.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
  await profile.goto('/products');
  await profile.goBack();
  await expect(profile.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await context.close();
});

test('logging in updates the other tabs, and keeps the unsaved input of a user who logs in again', async ({
  browser,
}) => {
  const context = await openBrowser(browser);
  const waiting = await openTab(context, '/profile');
  const reader = await openTab(context, '/read/plan/1');
  const login = await openTab(context, '/auth');
  await expect(waiting.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await logIn(login, demoStudent);
  await expect(waiting.locator('main').getByText(demoStudent.email).first()).toBeVisible();
  await expect(reader.getByRole('region', { name: 'Page 1', exact: true })).toBeVisible();

  // The session ends in the background. The user logs in again in another tab, as the page instructs.
  await waiting.getByRole('button', { name: 'Edit' }).click();
  await waiting.getByLabel('First Name').fill('Samuel');
  await context.clearCookies();
  const again = await openTab(context, '/auth');
  const userFetched = waiting.waitForResponse(/\/trpc\/[^?]*auth\.me/);
  await logIn(again, demoStudent);
  await userFetched;
  await expect(waiting.getByLabel('First Name')).toHaveValue('Samuel');
  await waiting.getByRole('button', { name: 'Save' }).click();
  await expect(waiting.getByText('Profile Updated')).toBeVisible();

  // After a different user logs in, the page no longer shows the previous user's data.
  await context.clearCookies();
  const other = await openTab(context, '/auth');
  // The reader reloads, too. The context must not be closed during that: it has hung.
  const readerReloaded = reader.waitForEvent('load');
  await logIn(other, admin);
  await readerReloaded;
  await expect(waiting.locator('main').getByText(admin.email).first()).toBeVisible();
  await expect(waiting.getByText(demoStudent.email)).toHaveCount(0);
  await context.close();
});

test('a hand that a visitor pasted is kept for the user who logs in through another tab', async ({
  browser,
}) => {
  const context = await openBrowser(browser);
  const hands = await openTab(context, '/hands');
  const drafts = () => hands.evaluate(() => JSON.stringify(sessionStorage));
  // The drafts of a user whose session ended without a logout.
  await hands.evaluate(() => {
    sessionStorage.setItem('draft-owner', JSON.stringify('1'));
    sessionStorage.setItem('draft:hands', JSON.stringify({ text: 'Seat 1: Riley Chen' }));
  });
  await hands.getByLabel('Paste a hand').fill('PokerStars Hand #1');
  await expect.poll(drafts).toContain('PokerStars Hand #1');
  const login = await openTab(context, '/auth');
  await logIn(login, demoStudent);
  await expect(hands.getByRole('region', { name: 'Add hands' })).toBeVisible();
  await expect.poll(drafts).not.toContain('Riley Chen');
  await expect(hands.getByLabel('Paste a hand')).toHaveValue('PokerStars Hand #1');
  await context.close();
});
