import { expect, test } from '@playwright/test';
import { ownAcademy } from '../own-academy.ts';
import { demoStudent, signedInContext, signIn } from '../sign-in.ts';

/** While the browser is offline or the server is unreachable, the page stays open and keeps the typed text. */

const academy = ownAcademy();

test('offline, a click on a link to a page that is not loaded yet changes neither the page nor the typed text', async ({
  context,
  page,
}) => {
  await signIn(context, academy.url, demoStudent);
  await page.goto(`${academy.url}/products`);
  const search = page.getByLabel('Search');
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
  await search.fill('river');
  await context.setOffline(true);
  const line = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(line).toHaveText('You are offline. What you typed is still here.');
  await page.getByRole('navigation').getByRole('link', { name: 'Library' }).first().click();
  await expect(line.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page).toHaveURL(/\/products/);
  await expect(search).toHaveValue('river');
  // Waits for the failed request: if the connection were restored before it, the attempt would succeed.
  const attempt = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
  await line.getByRole('button', { name: 'Try again' }).click();
  await attempt;
  await expect(search).toHaveValue('river');

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(`${academy.url}/coaching`);
  await expect(page.getByRole('heading', { name: 'My Learning Library' })).toBeVisible();
  await expect(line).toBeHidden();
});

test('on a phone held sideways, Logout can be pressed offline, and the menu shows that the logout failed', async ({
  browser,
}) => {
  const phone = await signedInContext(browser, academy.url, demoStudent, {
    viewport: { width: 740, height: 360 },
  });
  const page = await phone.newPage();
  await page.goto(`${academy.url}/practice`);
  await page.getByRole('button', { name: /Account menu/ }).click();
  await phone.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click({ timeout: 5_000 });
  await expect(page.getByRole('alert').filter({ hasText: 'You are still logged in' })).toBeInViewport({
    ratio: 1,
  });
  await phone.close();
});

test('on a phone, the line that says that the browser is offline does not cover the actions of a page', async ({
  browser,
}) => {
  const phone = await signedInContext(browser, academy.url, demoStudent, {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
  });
  const page = await phone.newPage();
  await page.goto(`${academy.url}/practice`);
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
  await phone.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  // Fails if something covers the link.
  await page.getByRole('link', { name: /^Start the drill/ }).click({ trial: true, timeout: 5_000 });
  await phone.close();
});

test('if the connection is lost before the code that draws a PDF is loaded, the reader offers another attempt', async ({
  context,
  page,
}) => {
  await signIn(context, academy.url, demoStudent);
  await page.route(/\/draw-page-[^/]+\.js$/, (route) => route.abort());
  await page.goto(`${academy.url}/read/plan/1`);
  await expect(page.getByText('The connection was lost. Check it and try again.')).toBeVisible();
  await page.unroute(/\/draw-page-[^/]+\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByRole('region', { name: 'Page 1' }).getByText('Poker Academy').first(),
  ).toBeAttached();
});

test('if the server is unreachable, the page says so and keeps the typed text', async ({ context, page }) => {
  await signIn(context, academy.url, demoStudent);
  await page.goto(`${academy.url}/products`);
  const search = page.getByLabel('Search');
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
  await search.fill('river');
  await academy.kill('SIGKILL');
  await page.getByRole('navigation').getByRole('link', { name: 'Library' }).first().click();
  const line = page.getByRole('status').filter({ hasText: 'The academy cannot be reached.' });
  await expect(line).toBeVisible();
  await expect(search).toHaveValue('river');
  await academy.start();
  await expect(line).toBeHidden();
  await expect(search).toHaveValue('river');
  await page.getByRole('navigation').getByRole('link', { name: 'Library' }).first().click();
  await expect(page.getByRole('heading', { name: 'My Learning Library' })).toBeVisible();
});

test('the page stays open if parts of the layout cannot be loaded, and shows these parts when loading them succeeds', async ({
  context,
  page,
}) => {
  await signIn(context, academy.url, demoStudent);
  const failed = new Set<string>();
  await page.route(/\/(page-notice|page-messages|account-menu|notification-bell)-[^/]+\.js$/, (route) => {
    const url = route.request().url();
    if (failed.has(url)) return route.continue();
    failed.add(url);
    return route.abort();
  });
  await page.goto(`${academy.url}/search`);
  await page.getByRole('searchbox').fill('river');
  await expect.poll(() => failed.size).toBe(4);
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('river');
});
