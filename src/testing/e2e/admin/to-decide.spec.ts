import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Academy, admin, openAcademy } from '../academy.ts';
import { expectWellMade } from '../accessibility-audit.ts';
import { sandboxOf } from '../sandbox-controls.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** Reports from Stripe that an admin resolves on the dashboard, each in its dialog. */

let academy: Academy;
let student: BrowserContext;
let page: Page;
let owner: Page;

test.beforeAll(async ({ browser }) => {
  academy = await openAcademy();
  student = await browser.newContext({ baseURL: academy.url });
  await signIn(student, academy.url, demoStudent);
  page = await student.newPage();
  const office = await browser.newContext({ baseURL: academy.url });
  await signIn(office, academy.url, admin);
  owner = await office.newPage();
});
test.afterAll(() => academy?.remove());

async function pay(card: string): Promise<void> {
  await page.waitForURL(/\/c\/pay\/cs_test_/);
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 30');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Sam Okafor');
  await page.getByRole('button', { name: /^(Subscribe and pay|Pay )/ }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
}

const toDecide = () => owner.getByRole('region', { name: 'To decide' });

/** The sandbox's event may still be in delivery. */
async function openDashboard(task: string): Promise<void> {
  await expect(async () => {
    await owner.goto('/admin');
    await expect(toDecide().getByText(task)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test('a plan refunded at Stripe is ended after a confirmation', async () => {
  await page.goto('/subscription-plans');
  await page.getByRole('button', { name: 'Choose Gold' }).click();
  await pay('4242 4242 4242 4242');
  const sandbox = sandboxOf(academy);
  await sandbox.refund((await sandbox.charges())[0]?.id ?? '');
  await openDashboard('The Gold membership does not renew.');
  await toDecide().getByRole('button', { name: 'End the membership now: Sam Okafor' }).click();
  const question = owner.getByRole('dialog', { name: 'End the membership of Sam Okafor now?' });
  await expect(
    question.getByText(/^The student loses what only the membership opens, at once/),
  ).toBeVisible();
  await expectWellMade(owner, 'end the plan');
  await question.getByRole('button', { name: 'End the membership' }).click();
  await expect(owner.getByText('The membership has ended')).toBeVisible();
  await expect(toDecide()).toHaveCount(0);
  expect(await (await student.request.get('/api/user')).json()).toMatchObject({ subscriptionPlan: 'free' });
});

test('a payment is refunded from its early fraud warning', async () => {
  await page.goto('/products?type=pdf');
  await page
    .getByRole('button', { name: /^Buy \$/ })
    .first()
    .click();
  await pay('4000 0000 0000 5423');
  await openDashboard('reports it as fraud');
  await toDecide().getByRole('button', { name: 'Refund: Sam Okafor' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Refund this payment?' });
  await dialog.getByRole('button', { name: /^Refund all/ }).click();
  await expect(dialog.getByText('Say why', { exact: false })).toBeVisible();
  await dialog.getByLabel('Reason').fill('Reported as fraud by the bank.');
  await dialog.getByRole('button', { name: /^Refund all/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(async () => {
    await owner.goto('/admin');
    await expect(owner.getByRole('heading', { name: 'Recent Users' })).toBeVisible();
    await expect(toDecide()).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});
