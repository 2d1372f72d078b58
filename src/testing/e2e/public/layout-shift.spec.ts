import { expect, type Page, test } from '@playwright/test';
import { registration } from '../../http-client.ts';
import { admin } from '../academy.ts';
import { maxShift, shiftsOf, sumOf, watchShifts } from '../layout-shifts.ts';
import { ownAcademy } from '../own-academy.ts';
import { signedInContext } from '../sign-in.ts';

/**
 * No visible element moves when the email banner, the login state or the content in place of a skeleton appears. The
 * tests add up the layout shifts. Server responses are delayed, so that each step is rendered.
 */

const responseDelayMs = 250;

const looks = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
];

/** A new user, who sees the banner about verifying the email. */
const newcomer = { email: 'isolde@example.test', password: 'a long enough password' };

/** Each page with a text that only its complete content contains. */
const screens = [
  { path: '/', who: newcomer, full: 'Ask us anything' },
  { path: '/products', who: newcomer, full: 'Three-Bet Pots' },
  { path: '/coaching', who: newcomer, full: 'PDF Resources' },
  { path: '/coaching-pdfs', who: newcomer, full: 'Coaching plan 10' },
  { path: '/profile', who: newcomer, full: 'In Progress' },
  { path: '/kyc', who: newcomer, full: 'Submit New KYC Application' },
  { path: '/admin', who: admin, full: 'Total active' },
];

const academy = ownAcademy();

test.use({ trace: 'off' });

test.beforeAll(async ({ request }) => {
  const response = await request.post(`${academy.url}/api/register`, { data: registration(newcomer) });
  expect(response.status(), await response.text()).toBe(201);
});

async function openSlowly(page: Page, path: string): Promise<void> {
  await watchShifts(page);
  await page.route('**/trpc/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, responseDelayMs));
    await route.continue();
  });
  await page.goto(path);
}

for (const { name, viewport } of looks) {
  for (const { path, who, full } of screens) {
    test(`${path} has no layout shift on a ${name}`, async ({ browser }) => {
      const context = await signedInContext(browser, academy.url, who, { viewport });
      const page = await context.newPage();
      await openSlowly(page, path);
      await expect(page.getByText(full, { exact: false }).first()).toBeVisible();
      await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
      if (who === newcomer) {
        await expect(page.getByRole('complementary', { name: 'Email verification' })).toBeVisible();
      }
      // The contact form is far below and loads when the user scrolls near it.
      await expect(page.locator('main .animate-pulse:not(#contact *)')).toHaveCount(0);
      const shifts = await shiftsOf(page);
      expect(sumOf(shifts), JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(maxShift);
      await context.close();
    });
  }
}

for (const { name, viewport } of [
  ...looks,
  { name: 'narrow phone', viewport: { width: 320, height: 640 } },
]) {
  test(`the hand of the day does not move when “Next hand at …” switches to the browser’s time zone, on a ${name}`, async ({
    browser,
  }) => {
    const topOfHand = async (javaScriptEnabled: boolean, change: string) => {
      const look = { viewport, javaScriptEnabled, timezoneId: 'Asia/Kolkata' };
      const context = await browser.newContext({ baseURL: academy.url, ...look });
      const page = await context.newPage();
      await page.goto('/daily');
      await expect(page.getByText(`Next hand at ${change}.`)).toBeVisible();
      const box = await page.getByRole('main').getByRole('heading', { level: 2 }).first().boundingBox();
      await context.close();
      return box?.y;
    };
    const top = await topOfHand(false, '00:00 UTC');
    expect(top).toBeGreaterThan(0);
    expect(await topOfHand(true, '05:30 GMT+5:30')).toBe(top);
  });
}

test('a layout shift is detected', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: academy.url });
  const page = await context.newPage();
  await watchShifts(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
  await page.evaluate(() => {
    const late = document.createElement('div');
    late.style.height = '64px';
    document.querySelector('main')?.prepend(late);
  });
  expect(sumOf(await shiftsOf(page))).toBeGreaterThan(maxShift);
  await context.close();
});
