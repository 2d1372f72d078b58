import { expect, type Page, test } from '@playwright/test';
import { type Academy, admin, startAcademy } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { signIn } from '../sign-in.ts';

let academy: Academy;
let adminPage: Page;

test.beforeAll(async ({ browser }) => {
  academy = await startAcademy();
  const context = await browser.newContext({ baseURL: academy.url, viewport: { width: 1440, height: 900 } });
  await signIn(context, academy.url, admin);
  adminPage = await context.newPage();
});
test.afterAll(async () => {
  await academy?.remove();
});

test('the admin confirms default settings, and the saved Discord link enables the button on the landing page', async ({
  browser,
}) => {
  await adminPage.goto('/admin?tab=settings');
  const box = adminPage.getByRole('region', { name: 'To confirm' });
  await expect(box.getByRole('status')).toHaveText(/^0 of \d+ confirmed$/);
  await expectPassesAudit(adminPage, 'settings');

  await box.getByRole('button', { name: /^To confirm/ }).click();
  await expectPassesAudit(adminPage, 'settings-to-confirm');
  await adminPage.getByRole('button', { name: 'Confirm Membership prices' }).click();
  await expect(box.getByRole('status')).toHaveText(/^1 of/);
  await box.getByRole('button', { name: /^To confirm/ }).click();

  await box.getByLabel('Search the settings').fill('discord');
  const field = adminPage.getByLabel('Discord invitation', { exact: true });
  await field.fill('discord.gg/academy');
  await adminPage.getByRole('button', { name: 'Save Links' }).click();
  await expect(adminPage.getByText('Enter an address that starts with https://')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('https://discord.gg/academy');
  await field.press('Enter');
  await expect(box.getByRole('status')).toHaveText(/^2 of/);

  await adminPage.getByRole('link', { name: 'Claims' }).click();
  const realNumbers = adminPage.getByRole('switch', { name: 'Use real numbers' });
  await realNumbers.click();
  await adminPage.getByRole('button', { name: 'Save Claims' }).click();
  await expect(adminPage.getByText(/^Default: off. Changed by/)).toBeVisible();
  await expect(realNumbers).toBeChecked();

  const visitor = await browser.newPage({ baseURL: academy.url });
  await visitor.goto('/');
  await expect(visitor.getByRole('link', { name: /Join Discord/ })).toHaveAttribute(
    'href',
    'https://discord.gg/academy',
  );
  // The claimed number of members, which the real number replaces.
  await expect(visitor.getByText('15,000+')).toHaveCount(0);
  await visitor.close();
});

test('the price of a membership is changed', async ({ browser }) => {
  await adminPage.goto('/admin?tab=settings&view=prices');
  const form = adminPage.getByRole('group', { name: 'Prices of Silver' });
  await form.getByLabel('Charged each month ($)').fill('0.10');
  await adminPage.getByRole('button', { name: 'Save Membership prices' }).click();
  await expect(form.getByText('At least $0.50')).toBeVisible();
  await form.getByLabel('Charged each month ($)').fill('2.50');
  await adminPage.getByRole('button', { name: 'Save Membership prices' }).click();
  await expect(form.getByText('Students pay $2.50, but the dashboard shows $29.99.')).toBeVisible();
  const visitor = await browser.newPage({ baseURL: academy.url });
  await visitor.goto('/subscription-plans');
  await expect(visitor.getByText('$2.50').first()).toBeVisible();
  await visitor.close();
});

test('a chart has a table with its figures, and is saved as CSV', async () => {
  await adminPage.goto('/admin');
  await adminPage.getByRole('link', { name: 'Open the reports' }).click();
  await expect(adminPage.getByRole('img', { name: /^Registrations: / })).toBeVisible();
  await adminPage.getByRole('link', { name: '7 days' }).click();
  await expect(adminPage.getByText('Table of Registrations')).toBeAttached();
  await adminPage.getByText('Table of Registrations').click();
  await expect(adminPage.getByRole('table', { name: 'Registrations, 7 rows' })).toBeVisible();
  const download = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Save Registrations as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^registrations-/);
  await expectPassesAudit(adminPage, 'reports');
});

test('a privacy request shows its deadline and is closed with the reply', async ({ browser }) => {
  const visitor = await browser.newPage({ baseURL: academy.url });
  const sent = await visitor.request.post('/trpc/contact.send', {
    data: {
      name: 'Ann Curious',
      email: 'ann@example.test',
      topic: 'privacy',
      message: 'Please tell me what you know about me.\nThank you.',
    },
  });
  expect(sent.status()).toBe(200);
  await visitor.close();

  await adminPage.goto('/admin?tab=messages&view=privacy');
  const message = adminPage.getByRole('listitem').filter({ hasText: 'Ann Curious' });
  await expect(message.getByText(/^Answer by /)).toBeVisible();
  await expectPassesAudit(adminPage, 'messages');
  await message.getByRole('link', { name: /Ann Curious/ }).click();
  await expectPassesAudit(adminPage, 'message');
  await adminPage.getByLabel('Your reply').fill('Dear Ann, here is what we know.');
  await adminPage.getByLabel(/^Close the message/).check();
  await adminPage.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(adminPage.getByText('Email is waiting to be sent')).toBeVisible();
  await adminPage.getByRole('link', { name: 'All messages' }).click();
  await expect(adminPage.getByText('No privacy requests are waiting for you')).toBeVisible();
  await adminPage.getByRole('link', { name: 'Closed' }).click();
  await expect(message.getByText('Ann Curious')).toBeVisible();
});

test('the system page shows checks and instructions', async () => {
  await adminPage.goto('/admin?tab=system');
  await expect(adminPage.getByRole('heading', { name: 'Database', exact: true })).toBeVisible();
  await expect(
    adminPage.getByText('No email server is connected: emails are stored, not sent'),
  ).toBeVisible();
  await expectPassesAudit(adminPage, 'system');
});

test('the audit log shows the changes and is exported', async () => {
  await adminPage.goto('/admin?tab=audit&action=setting.');
  await expect(adminPage.getByRole('cell', { name: /changed the setting “Use real numbers”/ })).toBeVisible();
  const download = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-export-\d{4}-\d\d-\d\d\.csv$/);
  await expectPassesAudit(adminPage, 'audit');
});
