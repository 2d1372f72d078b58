import { expect, type Page, test } from '@playwright/test';
import { admin } from '../academy.ts';
import { overflowOf } from '../overflow.ts';
import { ownAcademy } from '../own-academy.ts';
import { publishSession } from '../publish-session.ts';
import { settle } from '../settled-page.ts';
import { demoStudent, signedInContext, signIn } from '../sign-in.ts';

/** The shop's search and filters, and the product pages. */

const academy = ownAcademy();

async function openShop(page: Page, path = '/products'): Promise<void> {
  await page.goto(academy.url + path);
  await settle(page);
}

test('the shop search sends no request and changes the URL, and the back button undoes the filters', async ({
  page,
}) => {
  await openShop(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/trpc/')) requests.push(request.url());
  });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('river');
  await expect(page).toHaveURL(/\/products\?q=river$/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['River Decisions']);
  await page.getByLabel('Type').selectOption('session');
  await expect(page).toHaveURL(/q=river&type=session$/);
  await expect(page.getByRole('heading', { name: 'Nothing matches your search' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '0 of 15 products' })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'River Decisions' })).toBeVisible();
  await expect(page.getByLabel('Type')).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/\/products$/);
  await expect(search).toHaveValue('');
  await expect(page.getByRole('status').filter({ hasText: '15 products' })).toBeVisible();
  expect(requests).toEqual([]);
});

test('without JavaScript, the filters in the URL and the search work', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${academy.url}/products?difficulty=expert`);
  await expect(page.getByLabel('Difficulty')).toHaveValue('expert');
  await expect(page.getByRole('heading', { name: 'Deep-Stack Notebook' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'ICM Basics' })).toHaveCount(0);
  await page.getByRole('searchbox').fill('solver');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/q=solver/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Solver Study Masterclass']);
  await context.close();
});

test('a card opens the page of its product, and a visitor who clicks Buy returns to this page after logging in', async ({
  page,
}) => {
  await openShop(page);
  // Clicks on the card, but not on its button.
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Three-Bet Pots' })
    .click({ position: { x: 40, y: 40 } });
  await expect(page).toHaveURL(/\/products\/\d+$/);
  await expect(page).toHaveTitle(/^Three-Bet Pots · /);
  const { pathname } = new URL(page.url());
  await expect(page.getByText(/^A PDF of \d pages to read/)).toBeVisible();
  await expect(page.getByText('Ask within 30 days', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Buy $9.99' }).click();
  await page.waitForURL(/\/auth/);
  await page.getByRole('tab', { name: 'Login' }).click();
  const login = page.getByRole('form', { name: 'Login' });
  await login.getByLabel('Email').fill(demoStudent.email);
  await login.getByLabel('Password', { exact: true }).fill(demoStudent.password);
  await login.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`${academy.url}${pathname}`);
  await page.getByRole('button', { name: 'Buy $9.99' }).click();
  await page.waitForURL(/\/c\/pay\/cs_test_/);
});

test('free products link visitors to sign-up and students to the library', async ({ page, context }) => {
  await openShop(page, '/products/1');
  await expect(page.getByRole('button', { name: 'Free Access' })).toBeDisabled();
  await expect(page.getByRole('link', { name: /^Sign up to get it/ })).toHaveAttribute('href', /tab=signup/);
  await expect(page.getByLabel('Hide what I own')).toHaveCount(0);
  await signIn(context, academy.url, demoStudent);
  await openShop(page, '/products/1');
  await page.getByRole('link', { name: /^Open in my library/ }).click();
  await expect(page).toHaveURL(/\/coaching$/);
  await openShop(page);
  await page.getByLabel('Hide what I own').click();
  await expect(page).toHaveURL(/owned=no$/);
  await expect(page.getByRole('heading', { name: 'Free Products' })).toHaveCount(0);
});

test('a product can be bought on a page whose texts an extension has replaced with translations in one step', async ({
  page,
  context,
}) => {
  await signIn(context, academy.url, demoStudent);
  await openShop(page, '/products/4');
  await page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const texts: ChildNode[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as ChildNode);
    for (const text of texts) {
      const translation = document.createElement('font');
      translation.textContent = `«${text.nodeValue}»`;
      text.replaceWith(translation);
    }
  });
  await page.getByRole('button', { name: /Buy/ }).click();
  await page.waitForURL(/\/c\/pay\/cs_test_/);
});

test('a title that is one long word does not make a page scroll sideways', async ({
  page,
  context,
  browser,
}) => {
  const adminContext = await signedInContext(browser, academy.url, admin);
  const id = await publishSession(adminContext.request, academy.url, {
    title: 'Riverdecision'.repeat(6),
    productNumber: 50,
    content: 'Read the river.',
  });
  await adminContext.close();
  await page.setViewportSize({ width: 320, height: 844 });
  const paths = [`/products/${id}`, `/auth?next=%2Fproducts%2F${id}`, '/products'];
  for (const path of paths) {
    await openShop(page, path);
    expect(await overflowOf(page), path).toBe(0);
  }
  await signIn(context, academy.url, demoStudent);
  for (const path of ['/coaching', `/coaching/${id}`]) {
    await openShop(page, path);
    expect(await overflowOf(page), path).toBe(0);
  }
});
