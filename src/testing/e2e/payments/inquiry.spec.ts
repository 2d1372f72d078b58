import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Academy, admin, openAcademy } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { type SandboxRemote, sandboxOf } from '../sandbox-controls.ts';
import { buyFirstProduct } from '../sandbox-purchase.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** An inquiry by the bank: the student keeps access, and the academy may refund the payment. */

test.describe.configure({ mode: 'serial' });

let academy: Academy;
let sandbox: SandboxRemote;
let student: BrowserContext;
let page: Page;
let owner: Page;

test.beforeAll(async ({ browser }) => {
  academy = await openAcademy();
  sandbox = sandboxOf(academy);
  const options = { baseURL: academy.url };
  student = await browser.newContext(options);
  await signIn(student, academy.url, demoStudent);
  page = await student.newPage();
  const office = await browser.newContext(options);
  await signIn(office, academy.url, admin);
  owner = await office.newPage();
});
test.afterAll(async () => {
  await academy?.remove();
});

test('an inquiry does not change access, and the admin sees instructions', async () => {
  await buyFirstProduct(page);
  const [charge] = await sandbox.charges();
  await sandbox.inquire(charge?.id ?? '');
  // The email is stored together with the change caused by the event.
  await expect
    .poll(async () => (await student.request.get('/dev/outbox')).text())
    .toContain('A bank asks about a payment');
  await owner.goto('/admin?tab=purchases&view=disputes');
  const inquiry = owner.getByRole('listitem').filter({ hasText: 'Bank inquiry' });
  await expect(inquiry).toContainText('No money was taken back, and the student keeps access.');
  await expect(inquiry).toContainText(/Answer by .* \(\d days\)/);
  await expect(owner.getByRole('link', { name: /^Disputes/ })).toContainText('1');
  await expectPassesAudit(owner, 'inquiry');

  await page.goto('/billing');
  const newest = page.getByRole('table', { name: 'Your payments' }).getByRole('row').nth(1);
  await expect(newest).toContainText('Paid');
  await page.goto('/coaching');
  await expect(page.getByText('product owned')).toBeVisible();
});

test('a full refund resolves the inquiry', async () => {
  await owner.getByRole('button', { name: 'Refund...' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Refund this payment?' });
  await dialog.getByLabel('Reason').fill('The card’s owner did not know the name');
  await dialog.getByRole('button', { name: /^Refund all / }).click();
  await expect(dialog).toHaveCount(0);
  await expect(owner.getByRole('region', { name: 'Messages' })).toContainText('Refunded');
  await expect(owner.getByText('Inquiry closed: refunded')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Refund...' })).toHaveCount(0);
  await expect(owner.getByRole('link', { name: /^Disputes/ })).not.toContainText('1');
  await page.goto('/coaching');
  await expect(page.getByText('product owned')).toHaveCount(0);
  const outbox = await (await student.request.get('/dev/outbox')).text();
  expect(outbox).toContain('A bank asks about a payment');
  expect(outbox).not.toContain('A payment is disputed');
});
