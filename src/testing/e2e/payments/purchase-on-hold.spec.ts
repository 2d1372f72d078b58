import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Academy, admin, startAcademy } from '../academy.ts';
import { alterNewestCheckout } from '../sandbox-controls.ts';
import { fillCard } from '../sandbox-purchase.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** A payment that does not match its order is put on hold until an admin decides. */

test.describe.configure({ mode: 'serial' });

let academy: Academy;
let studentContext: BrowserContext;
let adminPage: Page;
let productName: string;

test.beforeAll(async ({ browser }) => {
  academy = await startAcademy();
  const options = { baseURL: academy.url };
  studentContext = await browser.newContext(options);
  await signIn(studentContext, academy.url, demoStudent);
  const adminContext = await browser.newContext(options);
  await signIn(adminContext, academy.url, admin);
  adminPage = await adminContext.newPage();
});
test.afterAll(async () => {
  await academy?.remove();
});

test('a payment with a different amount is put on hold and not delivered', async () => {
  const page = await studentContext.newPage();
  await page.goto('/products?type=pdf');
  const buy = page.getByRole('button', { name: /^Buy \$/ }).first();
  productName =
    (await page.getByRole('listitem').filter({ has: buy }).first().getByRole('heading').textContent()) ?? '';
  await buy.click();
  await page.waitForURL(/\/c\/pay\/cs_test_/);
  await academy.kill('SIGTERM');
  alterNewestCheckout(academy, 100);
  await academy.start();

  await page.reload();
  await fillCard(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(/\/payment-success\?session_id=cs_test_/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Our team needs to review your payment' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toHaveCount(0);
  await page.goto('/coaching');
  await expect(page.getByRole('heading', { name: 'PDF Resources' })).toBeVisible();
  await expect(page.getByRole('heading', { name: productName })).toHaveCount(0);
});

test('the delivery dialog requires a reason, preserves the input, and delivers once', async () => {
  await adminPage.goto('/admin?tab=purchases&view=held');
  const purchase = adminPage.getByRole('listitem').filter({ hasText: productName });
  await expect(purchase).toContainText('paid $1.00');
  await purchase.getByRole('button', { name: 'Deliver...' }).click();
  const dialog = adminPage.getByRole('dialog', { name: /^Deliver to / });
  await expect(dialog).toContainText(`${productName} is added to the library`);

  await dialog.getByRole('button', { name: 'Deliver' }).click();
  const note = dialog.getByRole('textbox', { name: 'Why this is correct' });
  await expect(note).toHaveAttribute('aria-invalid', 'true');
  await expect(note).toBeFocused();
  await note.fill('They had a voucher');
  await adminPage.keyboard.press('Escape');
  await expect(dialog.getByText('Discard what you typed?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(note).toHaveValue('They had a voucher');

  await dialog.getByRole('button', { name: 'Deliver', exact: true }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(adminPage.getByRole('region', { name: 'Messages' })).toContainText('Delivered');
  await expect(adminPage.getByRole('heading', { name: 'Nothing is on hold' })).toBeVisible();
  await adminPage.goto('/admin?tab=audit&action=purchase.delivered');
  const rows = adminPage.getByRole('table', { name: 'Audit log' }).getByRole('row');
  // The header and one delivery.
  await expect(rows).toHaveCount(2);

  const page = await studentContext.newPage();
  await page.goto('/coaching');
  await expect(page.getByRole('heading', { name: productName })).toBeVisible();
});
