import { type Browser, type BrowserContext, expect, test } from '@playwright/test';
import type { Product } from '../../../shared/shop/products.ts';
import { numberedImage } from '../../images.ts';
import { desktop, expectPassesAudit, phone } from '../accessibility-audit.ts';
import { recordConsoleErrors } from '../console-errors.ts';
import { ownAcademy } from '../own-academy.ts';
import { payByCard } from '../sandbox-purchase.ts';
import { settle } from '../settled-page.ts';
import { demoApplicant, demoStudent, signIn } from '../sign-in.ts';

const academy = ownAcademy();
const consoleErrors: (readonly string[])[] = [];

test.afterEach(() => {
  expect(consoleErrors.splice(0).flat()).toEqual([]);
});

async function open(browser: Browser, viewport: typeof phone): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: academy.url, viewport });
  consoleErrors.push(await recordConsoleErrors(context));
  return context;
}

async function picture(side: string, number: number) {
  return { name: `${side}.jpg`, mimeType: 'image/jpeg', buffer: await numberedImage(number) };
}

test('a visitor on a phone buys from a product page and reads the product', async ({ browser }) => {
  const context = await open(browser, phone);
  const page = await context.newPage();
  const products: Product[] = await (await page.request.get('/api/products')).json();
  const product = products.find(({ title }) => title === 'River Decisions');
  if (!product) throw new Error('the demo shop does not sell River Decisions');

  await page.goto(`/products/${product.id}`);
  await settle(page);
  await page.getByRole('button', { name: 'Buy $14.99' }).first().click();
  await page.waitForURL(/\/auth\?tab=signup&next=/);
  await expect(page.getByText(/River Decisions/).first()).toBeVisible();
  await expect(page.getByText(/\$14\.99/).first()).toBeVisible();

  const form = page.getByRole('form', { name: 'Sign Up' });
  for (const [label, value] of [
    ['First name', 'Nora'],
    ['Last name', 'Brandt'],
    ['Email', 'nora@example.test'],
    ['Password', 'a long enough password'],
    ['Date of birth', '1992-05-17'],
    ['Phone number', '+1 555 010 0142'],
    ['Address', '4 River Road'],
    ['City', 'Newark'],
    ['State', 'New Jersey'],
    ['Country', 'United States'],
    ['Postal code', '07102'],
    ['Document number', 'N7654321'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByLabel('Document type').selectOption({ label: 'Passport' });
  await form.getByLabel('Front side').setInputFiles(await picture('front', 1));
  await expect(form.getByRole('button', { name: /^Replace Front side/ })).toBeVisible();
  await form.getByLabel('Back side').setInputFiles(await picture('back', 2));
  await expect(form.getByRole('button', { name: /^Replace Back side/ })).toBeVisible();
  await form.getByRole('button', { name: 'Create Account' }).click();

  await expect(page.getByRole('heading', { name: 'Documents Received!' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to River Decisions ($14.99)' }).click();
  await page.waitForURL(`${academy.url}/products/${product.id}`);
  await page.getByRole('button', { name: 'Buy $14.99' }).first().click();
  await payByCard(page);
  await page.getByRole('link', { name: 'Read River Decisions now' }).click();
  await page.waitForURL(`${academy.url}/read/product/${product.id}`);
  await expect(page.getByRole('region', { name: 'Page 1' }).locator('canvas')).toBeVisible();
  await context.close();
});

test('a Gold member opens coaching plan 6 in two clicks, through the library', async ({ browser }) => {
  const context = await open(browser, desktop);
  await signIn(context, academy.url, demoStudent);
  const page = await context.newPage();
  await page.goto('/subscription-plans');
  await page.getByRole('button', { name: 'Choose Gold' }).click();
  await payByCard(page);
  await expect(page.getByRole('link', { name: /^Open coaching plan 3/ })).toBeVisible();

  await page.goto('/profile');
  // First click.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click();
  const plans = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Your coaching plans (Gold membership)' }) });
  // Gold opens the coaching plans 1 to 7.
  await expect(plans.getByRole('listitem')).toHaveCount(7);
  // Second click.
  await plans.getByRole('listitem').filter({ hasText: 'Coaching plan 6' }).getByRole('link').click();
  await page.waitForURL(`${academy.url}/read/plan/6`);
  await expect(page.getByRole('region', { name: 'Page 1' }).locator('canvas')).toBeVisible();
  await context.close();
});

test('a rejected applicant reuses the readable picture of the front and uploads a new one of the blurred back', async ({
  browser,
}) => {
  const context = await open(browser, phone);
  await signIn(context, academy.url, demoApplicant);
  const page = await context.newPage();
  await page.goto('/kyc');
  await expect(page.getByText('The back side is too blurred to read.', { exact: false })).toBeVisible();
  const form = page.getByRole('form', { name: 'Submit New KYC Application' });
  await expect(form.getByLabel('Address')).toHaveValue('14 Harbour Street');
  await expectPassesAudit(page, 'rejected');

  await form.getByRole('button', { name: 'Use the last picture for the front side' }).click();
  await expect(form.getByText('The picture from your last application', { exact: true })).toBeVisible();
  await form.getByLabel('Document 1 number').fill('X1234567');
  await form.getByLabel('Back side').setInputFiles(await picture('back', 3));
  await expect(form.getByRole('button', { name: /^Replace Back side/ })).toBeVisible();
  await form.getByRole('button', { name: 'Submit KYC Application' }).click();
  await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Nothing is needed from you now.', { exact: false })).toBeVisible();
  await context.close();
});

test('in a dialog on a small phone, the error of a field is visible above the buttons', async ({
  browser,
}) => {
  const context = await open(browser, { width: 360, height: 640 });
  await signIn(context, academy.url, demoStudent);
  const page = await context.newPage();
  await page.goto('/goals');
  await page.getByRole('button', { name: 'Edit today' }).click();
  await page.getByLabel('Won or lost, dollars').fill('a lot');
  await page.getByRole('button', { name: 'Save today' }).click();
  await expect(page.getByText('Enter an amount in dollars')).toBeInViewport({ ratio: 1 });
  await context.close();
});

test('in a window as low as at 400% zoom, the pages of a PDF have room', async ({ browser }) => {
  const context = await open(browser, { width: 320, height: 256 });
  await signIn(context, academy.url, demoStudent);
  const page = await context.newPage();
  await page.goto('/read/plan/1');
  const pages = page.getByRole('region', { name: /^Pages of / });
  await expect(pages).toBeVisible();
  expect((await pages.boundingBox())?.height).toBeGreaterThan(150);
  await context.close();
});
