import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { dayMs } from '../../../shared/durations.ts';
import { type Academy, startAcademy } from '../academy.ts';
import { payByCard } from '../sandbox-purchase.ts';
import { settle } from '../settled-page.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** The pages of memberships and payments, with payments on the sandbox's payment page. */

test.describe.configure({ mode: 'serial' });

let academy: Academy;
let context: BrowserContext;
let page: Page;
const problems: string[] = [];

test.beforeAll(async ({ browser }) => {
  academy = await startAcademy();
  context = await browser.newContext({ baseURL: academy.url });
  page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
});

test.afterAll(async () => {
  await academy?.remove();
});

test.afterEach(() => {
  expect(problems.splice(0)).toEqual([]);
});

function tier(name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

test('a visitor sees the memberships and returns to them after logging in', async () => {
  await page.goto('/subscription-plans');
  for (const [name, price, opens] of [
    ['Free', 'Free', '1–2'],
    ['Silver', '$1.00', '1–4'],
    ['Gold', '$5.00', '1–7'],
    ['Diamond', '$10.00', '1–10'],
  ] as const) {
    await expect(tier(name).getByText(price, { exact: true }).last()).toBeVisible();
    await expect(tier(name).getByText(`Opens coaching plans ${opens}`)).toBeVisible();
  }
  await expect(tier('Gold').getByText('$5.00 today, then $5.00 every month until you cancel.')).toBeVisible();
  await settle(page);
  await tier('Silver').getByRole('link', { name: 'Choose Silver' }).click();
  await page.waitForURL(/\/auth\?next=%2Fsubscription-plans$/);
  await page.getByLabel('Email').fill(demoStudent.email);
  await page.getByLabel('Password', { exact: true }).fill(demoStudent.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/subscription-plans$/);
  await expect(tier('Free').getByText('This is your membership')).toBeVisible();
});

test('Silver is paid on the hosted page and shown with its price', async () => {
  await page.goto('/subscription-plans');
  await tier('Silver').getByRole('button', { name: 'Choose Silver' }).click();
  await payByCard(page);
  await expect(page.getByText('Your Silver subscription has been activated successfully.')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('$1.00')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Continue to Dashboard' })).toBeVisible();
  await main.getByRole('link', { name: 'View All Plans' }).click();
  await expect(tier('Silver').getByText('Your membership', { exact: true })).toBeVisible();
  await expect(tier('Free').getByRole('link', { name: 'Cancel your membership' })).toBeVisible();
});

test('the upgrade shows its cost today and later, before it is paid', async () => {
  await tier('Gold').getByRole('button', { name: 'Upgrade to Gold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Gold?' });
  await expect(dialog.getByText(/^Today \$\d\.\d\d, then \$5\.00 on \d+ \w{3} \d{4}/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(tier('Silver').getByText('Your membership', { exact: true })).toBeVisible();

  await tier('Gold').getByRole('button', { name: 'Upgrade to Gold' }).click();
  await dialog.getByRole('button', { name: /^Pay \$\d\.\d\d for Gold$/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tier('Gold').getByText('Your membership', { exact: true })).toBeVisible();
});

test('on a device whose clock is three days ahead, the page is not rendered again', async () => {
  const ahead = await context.newPage();
  ahead.on('pageerror', (error) => problems.push(error.message));
  await ahead.clock.setFixedTime(Date.now() + 3 * dayMs);
  await ahead.goto('/billing');
  await settle(ahead);
  await expect(ahead.getByText(/^Refundable until/)).toContainText(/\((29|30) days left\)/);
  await ahead.close();
});

test('every payment is listed with its receipt and refund policy', async () => {
  await page.goto('/billing');
  const rows = page.getByRole('table', { name: 'Your payments' }).getByRole('row');
  const first = rows.filter({ hasText: '$1.00' });
  await expect(first).toContainText('POKER ACADEMY');
  await expect(first.getByRole('link', { name: /^(Receipt|Invoice)/ }).first()).toBeVisible();
  await expect(first).toContainText(/Refundable until \d+ \w{3} \((29|30) days left\)/);
  // Only a first payment for a membership is refundable, so the payment for the upgrade is not.
  await expect(rows.filter({ hasText: 'Not refundable' })).toHaveCount(1);

  await first.getByRole('button', { name: /^Request refund/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a refund?' });
  await dialog.getByRole('button', { name: 'Request refund of $1.00' }).click();
  await expect(dialog.getByText('Tell us in a few words why')).toBeVisible();
  await dialog.getByLabel('Why do you want your money back?').fill('I meant to buy Gold at once.');
  await dialog.getByRole('button', { name: 'Request refund of $1.00' }).click();
  await expect(first).toContainText('Requested on');
  await expect(first.getByRole('button', { name: /^Request refund/ })).toHaveCount(0);
});

test('the button for cards and invoices opens the payment provider’s portal, and the back button returns', async () => {
  await page.getByRole('button', { name: 'Cards and invoices' }).click();
  await page.waitForURL((url) => url.origin !== academy.url);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Membership and payments' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cards and invoices' })).toBeEnabled();
});

test('other users see none of these payments', async ({ browser }) => {
  const other = await browser.newContext({ baseURL: academy.url });
  const otherPage = await other.newPage();
  await otherPage.goto('/billing');
  await expect(otherPage.getByText('Please log in to see your membership')).toBeVisible();
  await signIn(other, academy.url, { email: 'lena@example.test', password: 'demo-student' });
  await otherPage.goto('/billing');
  await expect(otherPage.getByRole('heading', { name: 'No payments yet' })).toBeVisible();
  await expect(otherPage.getByRole('heading', { name: 'Free membership' })).toBeVisible();
  await other.close();
});
