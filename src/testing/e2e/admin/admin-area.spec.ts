import { expect, type Page, test } from '@playwright/test';
import { admin } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { ownAcademy } from '../own-academy.ts';
import { signedInContext } from '../sign-in.ts';

const academy = ownAcademy();
let adminPage: Page;

test.beforeAll(async ({ browser }) => {
  const context = await signedInContext(browser, academy.url, admin);
  adminPage = await context.newPage();
});

test('the admin confirms default settings, and the saved Discord link enables the button on the landing page', async ({
  browser,
}) => {
  await adminPage.goto('/admin?tab=settings');
  const box = adminPage.getByRole('region', { name: 'Search and filter' });
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

test('the audit log shows the changed settings and can be exported', async () => {
  await adminPage.goto('/admin?tab=audit&action=setting.');
  await expect(adminPage.getByRole('cell', { name: /changed the setting “Use real numbers”/ })).toBeVisible();
  const download = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-export-\d{4}-\d\d-\d\d\.csv$/);
  await expectPassesAudit(adminPage, 'audit');
});
