import { expect, type Page, test } from '@playwright/test';
import { openBeforeHydration } from '../before-hydration.ts';
import { failCalls } from '../failing-calls.ts';
import { ownAcademy } from '../own-academy.ts';
import { demoStudent, signedInContext, signIn } from '../sign-in.ts';

/**
 * A page starts in three steps: it is server-rendered, painted, then hydrated. Its files may be missing after a deploy.
 */

const academy = ownAcademy();

/** Responds with 404 to requests for these files while `areGone` returns true, as after a deploy that replaced them. */
function removeFiles(page: Page, files: RegExp, areGone = () => true): Promise<unknown> {
  return page.route(files, (route) =>
    areGone() ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
  );
}

/** Counts the document loads of the page. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

test('without JavaScript, public pages show their content', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: academy.url, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, content] of [
    ['/', 'Master the game'],
    ['/subscription-plans', 'Choose Silver'],
    ['/auth?tab=signup', 'Create your account'],
    ['/privacy-policy', 'governed by Netherlands law'],
    ['/nowhere', '404 Page Not Found'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(content).first()).toBeVisible();
  }
  await context.close();
});

for (const path of [
  '/',
  '/products',
  '/auth',
  '/auth?tab=signup',
  '/coaching',
  '/practice?ask=due',
  '/nowhere',
]) {
  test(`${path} starts without an error and requests the current user once`, async ({ page }) => {
    const problems: string[] = [];
    let userRequests = 0;
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      const isOwnStatus = path === '/nowhere' && message.text().includes('404');
      if (message.type() === 'error' && !isOwnStatus) problems.push(message.text());
    });
    page.on('request', (request) => {
      if (request.url().includes('/trpc/auth.me')) userRequests += 1;
    });
    await page.goto(academy.url + path);
    await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(problems).toEqual([]);
    // The page sends this request early, and the application uses its response.
    expect(userRequests).toBe(1);
  });
}

const studentPages = [
  ['/coaching', 'My Learning Library'],
  ['/coaching-pdfs', 'Poker Coaching Plans'],
  ['/goals', 'Goals and results'],
  ['/hands?result=won', 'Hands'],
  ['/practice', 'Practice'],
  ['/ranges', 'Know your ranges'],
  ['/notes', 'Notes'],
  ['/profile', 'Sam Okafor'],
  ['/kyc', 'Verify your identity'],
  ['/billing', 'Membership and payments'],
  ['/read/plan/1', 'First Hundred Hours'],
] as const;

for (const timezoneId of ['UTC', 'Pacific/Kiritimati']) {
  test(`a student’s pages in ${timezoneId} start without an error and request no data that the HTML already contains`, async ({
    browser,
  }) => {
    const context = await signedInContext(browser, academy.url, demoStudent, { timezoneId });
    // Stored in advance, because a page that sends a new time zone repeats its request for what is due today.
    await context.request.post('/trpc/goals.setTimeZone', { data: { timeZone: timezoneId } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('request', (request) => {
      if (
        /auth\.me|kyc\.my|listLibrary|listPlans|openReading|hands\.(list\b|quota|labels|academy)|drills\.|leaks\.(map|next)|homework|ranges\.|allNotes/.test(
          request.url(),
        )
      )
        problems.push(request.url());
    });
    for (const [path, heading] of studentPages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
    }
    expect(problems).toEqual([]);
    await context.close();
  });
}

test('a legal text is shown without the application, which loads on the first click', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`${academy.url}/privacy-policy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => !/\/(index|start|rolldown-runtime)-/.test(url))).toEqual([]);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('button', { name: /menu/i, expanded: true })).toBeVisible();
});

test('before hydration, a student sees neither Login nor Buy', async ({ page, context }) => {
  await signIn(context, academy.url, demoStudent);
  const release = await openBeforeHydration(page, `${academy.url}/products`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: /^Buy/ }).first()).toBeVisible();
});

test('a student’s page shows its content before its script has loaded', async ({ page, context }) => {
  await signIn(context, academy.url, demoStudent);
  const release = await openBeforeHydration(page, `${academy.url}/coaching`);
  await expect(page.getByRole('heading', { level: 1, name: 'My Learning Library' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'PDF Resources' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Account menu/ })).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
});

test('a page whose file was replaced by a deploy is reloaded automatically', async ({ page }) => {
  await page.goto(academy.url);
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
  const loads = countLoads(page);
  await removeFiles(page, /\/assets\/privacy-policy-page-[^/]+\.js$/, () => loads() === 0);
  await page.getByRole('link', { name: 'Privacy Policy' }).first().click();
  await expect(page).toHaveURL(`${academy.url}/privacy-policy`);
  await expect(page.getByRole('region', { name: 'Privacy Policy' })).toBeVisible();
  expect(loads()).toBe(1);
});

test('after a rejected purchase, the shop is not reloaded if the code of the help link loads only at the second attempt', async ({
  page,
  context,
}) => {
  await signIn(context, academy.url, demoStudent);
  await failCalls(page, 'payments.createPurchaseSession', {
    status: 403,
    code: 'identity_required',
    message: 'Verify your identity before you buy.',
  });
  let failures = 0;
  await removeFiles(page, /\/assets\/purchase-rule-remedy-[^/]+\.js$/, () => failures++ === 0);
  await page.goto(`${academy.url}/products`);
  const loads = countLoads(page);
  await page.getByRole('button', { name: /^Buy/ }).first().click();
  await expect(page.getByRole('link', { name: 'Go to the identity page' })).toBeVisible();
  expect([failures, loads()]).toEqual([2, 0]);
});

test('a page whose file stays missing shows an error instead of reloading forever', async ({ page }) => {
  await page.goto(academy.url);
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
  const loads = countLoads(page);
  await removeFiles(page, /\/assets\/forgot-password-page-[^/]+\.js$/);
  await page.goto(`${academy.url}/forgot-password`);
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.getByRole('button', { name: /try again|retry|reload/i })).toBeVisible();
  expect(loads()).toBeLessThanOrEqual(3);
});

test('a click before hydration takes effect after hydration', async ({ page }) => {
  const release = await openBeforeHydration(page, academy.url);
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  release();
  await expect(page.getByRole('button', { name: /menu/i, expanded: true })).toBeVisible();
});

test('a page whose application fails to load stays readable, and its links work', async ({ page }) => {
  const loads = countLoads(page);
  await removeFiles(page, /\/assets\/shell-[^/]+\.js$/);
  await page.goto(academy.url);
  await expect.poll(loads).toBe(2);
  // Waits for the reloaded document, not for the one that is about to be replaced.
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload') &&
      document.readyState === 'complete',
  );
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Master the game');
  await page.getByRole('link', { name: 'Start Training' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase Individual Products');
});
