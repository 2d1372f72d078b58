import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Academy, admin, openAcademy } from '../academy.ts';
import { alterNewestCheckout } from '../sandbox-controls.ts';
import { fillCard } from '../sandbox-purchase.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** A payment that does not match its order is put on hold until an admin decides. */

test.describe.configure({ mode: 'serial' });

let academy: Academy;
let student: BrowserContext;
let owner: Page;
let productName: string;

test.beforeAll(async ({ browser }) => {
  academy = await openAcademy();
  const options = { baseURL: academy.url };
  student = await browser.newContext(options);
  await signIn(student, academy.url, demoStudent);
  const office = await browser.newContext(options);
  await signIn(office, academy.url, admin);
  owner = await office.newPage();
});
test.afterAll(async () => {
  await academy?.remove();
});

test('a payment with a different amount is put on hold and not delivered', async () => {
  const page = await student.newPage();
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
  await owner.goto('/admin?tab=purchases&view=held');
  const held = owner.getByRole('listitem').filter({ hasText: productName });
  await expect(held).toContainText('paid $1.00');
  await held.getByRole('button', { name: 'Deliver...' }).click();
  const dialog = owner.getByRole('dialog', { name: /^Deliver to / });
  await expect(dialog).toContainText(`${productName} is added to the library`);

  await dialog.getByRole('button', { name: 'Deliver' }).click();
  const note = dialog.getByRole('textbox', { name: 'Why this is correct' });
  await expect(note).toHaveAttribute('aria-invalid', 'true');
  await expect(note).toBeFocused();
  await note.fill('They had a voucher');
  await owner.keyboard.press('Escape');
  await expect(dialog.getByText('Discard what you typed?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(note).toHaveValue('They had a voucher');

  await dialog.getByRole('button', { name: 'Deliver', exact: true }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(owner.getByRole('region', { name: 'Messages' })).toContainText('Delivered');
  await expect(owner.getByRole('heading', { name: 'Nothing is on hold' })).toBeVisible();
  await owner.goto('/admin?tab=audit&action=purchase.delivered');
  const rows = owner.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(rows).toHaveCount(2);

  const page = await student.newPage();
  await page.goto('/coaching');
  await expect(page.getByRole('heading', { name: productName })).toBeVisible();
});
