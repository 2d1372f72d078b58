import { expect, type Page, test } from '@playwright/test';
import { type Academy, admin, openAcademy } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { signIn } from '../sign-in.ts';

let academy: Academy;
let owner: Page;

test.beforeAll(async ({ browser }) => {
  academy = await openAcademy({ DEMO_DATA: 'true' });
  const context = await browser.newContext({ baseURL: academy.url, viewport: { width: 1440, height: 900 } });
  await signIn(context, academy.url, admin);
  owner = await context.newPage();
});
test.afterAll(async () => {
  await academy?.remove();
});

test('the owner confirms default settings, and a saved link enables its button', async ({ browser }) => {
  await owner.goto('/admin?tab=settings');
  const box = owner.getByRole('region', { name: 'To confirm' });
  await expect(box.getByRole('status')).toHaveText(/^0 of \d+ confirmed$/);
  await expectPassesAudit(owner, 'settings');

  await box.getByRole('button', { name: /^To confirm/ }).click();
  await expectPassesAudit(owner, 'settings-to-confirm');
  await owner.getByRole('button', { name: 'Confirm Membership prices' }).click();
  await expect(box.getByRole('status')).toHaveText(/^1 of/);
  await box.getByRole('button', { name: /^To confirm/ }).click();

  await box.getByLabel('Search the settings').fill('discord');
  const field = owner.getByLabel('Discord invitation', { exact: true });
  await field.fill('discord.gg/academy');
  await owner.getByRole('button', { name: 'Save Links' }).click();
  await expect(owner.getByText('Enter an address that starts with https://')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('https://discord.gg/academy');
  await field.press('Enter');
  await expect(box.getByRole('status')).toHaveText(/^2 of/);

  await owner.getByRole('link', { name: 'Claims' }).click();
  const realNumbers = owner.getByRole('switch', { name: 'Use real numbers' });
  await realNumbers.click();
  await owner.getByRole('button', { name: 'Save Claims' }).click();
  await expect(owner.getByText(/^Default: off. Changed by/)).toBeVisible();
  await expect(realNumbers).toBeChecked();

  const visitor = await browser.newPage({ baseURL: academy.url });
  await visitor.goto('/');
  await expect(visitor.getByRole('link', { name: /Join Discord/ })).toHaveAttribute(
    'href',
    'https://discord.gg/academy',
  );
  await expect(visitor.getByText('15,000+')).toHaveCount(0);
  await visitor.close();
});

test('the price of a plan is changed', async ({ browser }) => {
  await owner.goto('/admin?tab=settings&view=prices');
  const form = owner.getByRole('group', { name: 'Prices of Silver' });
  await form.getByLabel('Charged each month ($)').fill('0.10');
  await owner.getByRole('button', { name: 'Save Membership prices' }).click();
  await expect(form.getByText('At least $0.50')).toBeVisible();
  await form.getByLabel('Charged each month ($)').fill('2.50');
  await owner.getByRole('button', { name: 'Save Membership prices' }).click();
  await expect(form.getByText('Students pay $2.50, but the overview shows $29.99.')).toBeVisible();
  const visitor = await browser.newPage({ baseURL: academy.url });
  await visitor.goto('/subscription-plans');
  await expect(visitor.getByText('$2.50').first()).toBeVisible();
  await visitor.close();
});

test('each chart has a table with its figures', async () => {
  await owner.goto('/admin');
  await owner.getByRole('link', { name: 'Open the reports' }).click();
  await expect(owner.getByRole('img', { name: /^Registrations: / })).toBeVisible();
  await owner.getByRole('link', { name: '7 days' }).click();
  await expect(owner.getByText('Table of Registrations')).toBeAttached();
  await owner.getByText('Table of Registrations').click();
  await expect(owner.getByRole('table', { name: 'Registrations, 7 rows' })).toBeVisible();
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'Save Registrations as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^registrations-/);
  await expectPassesAudit(owner, 'plots');
});

test('a privacy request shows its deadline and is marked as handled', async ({ browser }) => {
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

  await owner.goto('/admin?tab=messages&view=privacy');
  const message = owner.getByRole('listitem').filter({ hasText: 'Ann Curious' });
  await expect(message.getByText(/^Answer by /)).toBeVisible();
  await expectPassesAudit(owner, 'messages');
  await message.getByRole('link', { name: /Ann Curious/ }).click();
  await expectPassesAudit(owner, 'message');
  await owner.getByLabel('Your reply').fill('Dear Ann, here is what we know.');
  await owner.getByLabel(/^Close the message/).check();
  await owner.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(owner.getByText('Email is waiting to be sent')).toBeVisible();
  await owner.getByRole('link', { name: 'All messages' }).click();
  await expect(owner.getByText('No privacy requests are waiting for you')).toBeVisible();
  await owner.getByRole('link', { name: 'Closed' }).click();
  await expect(message.getByText('Ann Curious')).toBeVisible();
});

test('the system page shows checks and instructions', async () => {
  await owner.goto('/admin?tab=system');
  await expect(owner.getByRole('heading', { name: 'Database', exact: true })).toBeVisible();
  await expect(owner.getByText('No email server is connected: emails are stored, not sent')).toBeVisible();
  await expectPassesAudit(owner, 'system');
});

test('the audit log shows the changes and is exported', async () => {
  await owner.goto('/admin?tab=audit&action=setting.');
  await expect(owner.getByRole('cell', { name: /changed the setting “Use real numbers”/ })).toBeVisible();
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-export-\d{4}-\d\d-\d\d\.csv$/);
  await expectPassesAudit(owner, 'audit');
});
