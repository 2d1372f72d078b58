import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Academy, admin, startAcademy } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { type SandboxControls, sandboxOf } from '../sandbox-controls.ts';
import { buyFirstProduct } from '../sandbox-purchase.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** An inquiry by the bank: the student keeps access, and the academy may refund the payment. */

test.describe.configure({ mode: 'serial' });

let academy: Academy;
let sandbox: SandboxControls;
let studentContext: BrowserContext;
let page: Page;
let adminPage: Page;

test.beforeAll(async ({ browser }) => {
  academy = await startAcademy();
  sandbox = sandboxOf(academy);
  const options = { baseURL: academy.url };
  studentContext = await browser.newContext(options);
  await signIn(studentContext, academy.url, demoStudent);
  page = await studentContext.newPage();
  const adminContext = await browser.newContext(options);
  await signIn(adminContext, academy.url, admin);
  adminPage = await adminContext.newPage();
});
test.afterAll(async () => {
  await academy?.remove();
});

test('an inquiry does not change access, and the admin sees instructions', async () => {
  await buyFirstProduct(page);
  const [charge] = await sandbox.charges();
  await sandbox.inquire(charge?.id ?? '');
  // The email is stored in the same transaction as the inquiry, so the admin's page shows the inquiry from then on.
  await expect
    .poll(async () => (await studentContext.request.get('/dev/outbox')).text())
    .toContain('A bank asks about a payment');
  await adminPage.goto('/admin?tab=purchases&view=disputes');
  const inquiry = adminPage.getByRole('listitem').filter({ hasText: 'Bank inquiry' });
  await expect(inquiry).toContainText('No money was taken back, and the student keeps access.');
  await expect(inquiry).toContainText(/Answer by .* \(\d days\)/);
  await expect(adminPage.getByRole('link', { name: /^Disputes/ })).toContainText('1');
  await expectPassesAudit(adminPage, 'inquiry');

  await page.goto('/billing');
  const newest = page.getByRole('table', { name: 'Your payments' }).getByRole('row').nth(1);
  await expect(newest).toContainText('Paid');
  await page.goto('/coaching');
  await expect(page.getByText('product owned')).toBeVisible();
});

test('a full refund resolves the inquiry', async () => {
  await adminPage.getByRole('button', { name: 'Refund...' }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Refund this payment?' });
  await dialog.getByLabel('Reason').fill('The cardholder did not know the name');
  await dialog.getByRole('button', { name: /^Refund all / }).click();
  await expect(dialog).toHaveCount(0);
  await expect(adminPage.getByRole('region', { name: 'Messages' })).toContainText('Refunded');
  await expect(adminPage.getByText('Inquiry closed: refunded')).toBeVisible();
  await expect(adminPage.getByRole('button', { name: 'Refund...' })).toHaveCount(0);
  await expect(adminPage.getByRole('link', { name: /^Disputes/ })).not.toContainText('1');
  await page.goto('/coaching');
  await expect(page.getByText('product owned')).toHaveCount(0);
  const outbox = await (await studentContext.request.get('/dev/outbox')).text();
  expect(outbox).toContain('A bank asks about a payment');
  expect(outbox).not.toContain('A payment is disputed');
});
