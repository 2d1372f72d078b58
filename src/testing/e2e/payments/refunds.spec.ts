import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Academy, admin, startAcademy } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { buyFirstProduct } from '../sandbox-purchase.ts';
import { demoStudent, signIn } from '../sign-in.ts';

let academy: Academy;

test.beforeAll(async () => {
  academy = await startAcademy();
});
test.afterAll(async () => {
  await academy?.remove();
});

async function openAs(context: BrowserContext, who: { email: string; password: string }): Promise<Page> {
  await signIn(context, academy.url, who);
  return context.newPage();
}

test('an admin refunds part of a purchase, then the rest, and the payment events are listed', async ({
  browser,
}) => {
  const contexts = [
    await browser.newContext({ baseURL: academy.url, viewport: { width: 1440, height: 900 } }),
    await browser.newContext({ baseURL: academy.url, viewport: { width: 1440, height: 900 } }),
  ] as const;
  const student = await openAs(contexts[0], demoStudent);
  await buyFirstProduct(student);

  const page = await openAs(contexts[1], admin);
  await page.goto('/admin?tab=purchases');
  await page
    .getByRole('button', { name: /^Refund / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: 'Also end access' })).toBeChecked();
  await expectPassesAudit(page, 'refund-dialog');
  await dialog.getByRole('button', { name: /^Refund all/ }).click();
  await expect(dialog.getByText('Say why, for the payment’s history')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Amount in dollars').fill('1');
  await expect(dialog.getByRole('checkbox', { name: 'Also end access' })).not.toBeChecked();
  await dialog.getByLabel('Reason').fill('A cover was torn');
  await expect(dialog.getByRole('button', { name: 'Refund $1.00' })).toBeVisible();
  await dialog.getByLabel('Reason').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('cell', { name: '$1.00', exact: true }).first()).toBeVisible();

  await page
    .getByRole('button', { name: /^Refund / })
    .first()
    .click();
  await expect(dialog.getByText('A cover was torn')).toBeVisible();
  await dialog.getByLabel('Reason').fill('All of it');
  await dialog.getByRole('button', { name: /^Refund all/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('cell', { name: 'Refunded' }).first()).toBeVisible();
  await expectPassesAudit(page, 'purchases');
  await page
    .getByRole('link', { name: /: payment of / })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await expect(page.getByText('A cover was torn')).toBeVisible();
  await expectPassesAudit(page, 'payment');
  await page.getByRole('link', { name: 'Purchase History' }).click();

  for (const [view, text] of [
    ['Refund requests', 'Nobody has asked for a refund'],
    ['On hold', 'Nothing is on hold'],
    ['Disputes', 'No payment was disputed'],
    ['All payments', 'Gross'],
  ] as const) {
    await page.getByRole('link', { name: view }).click();
    await expect(page.getByText(text).first()).toBeAttached();
    await expectPassesAudit(page, view.toLowerCase().replaceAll(' ', '-'));
  }

  await page.goto('/admin?tab=system');
  await page.getByRole('link', { name: 'Payment events' }).click();
  await expect(page.getByText('Events arrive and are processed')).toBeVisible();
  await page
    .getByRole('button', { name: /^Process again refund\.created/ })
    .first()
    .click();
  await expect(page.getByText('Processed', { exact: true }).first()).toBeVisible();
  await expectPassesAudit(page, 'webhooks');
  await Promise.all(contexts.map((context) => context.close()));
});
