import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { readCsv } from '../../../shared/read-csv.ts';
import { smallPdf } from '../../small-pdf.ts';
import { admin } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { joinAcademy } from '../join-academy.ts';
import { ownAcademy } from '../own-academy.ts';
import { buyFirstProduct } from '../sandbox-purchase.ts';
import { demoStudent, signedInContext } from '../sign-in.ts';

/** The first day of an admin, from the login to the reports, in the order of the tests. */

test.describe.configure({ mode: 'serial' });

const newcomers = ['Ada', 'Bela', 'Cleo'].map((firstName, index) => ({
  firstName,
  lastName: 'Applicant',
  email: `${firstName.toLowerCase()}@example.test`,
  password: 'a long enough password',
  // The number of the generated image of the front side; the back side gets the next number.
  image: 60 + index * 2,
}));

const academy = ownAcademy();
let adminContext: BrowserContext;
let adminPage: Page;
let studentContext: BrowserContext;

test.beforeAll(async ({ browser }) => {
  for (const { image, ...person } of newcomers) {
    const context = await browser.newContext();
    await joinAcademy(context.request, academy.url, person, image);
    await context.close();
  }
  studentContext = await signedInContext(browser, academy.url, demoStudent);
  await buyFirstProduct(await studentContext.newPage());
  adminContext = await browser.newContext({ baseURL: academy.url, viewport: { width: 1440, height: 900 } });
  adminPage = await adminContext.newPage();
});

const pdf = async (title: string) => ({
  name: `${title.toLowerCase().replaceAll(' ', '-')}.pdf`,
  mimeType: 'application/pdf',
  buffer: await smallPdf(title),
});

test('the admin logs in and finds the admin area', async () => {
  await adminPage.goto('/auth?next=/admin');
  await adminPage.getByLabel('Email').fill(admin.email);
  await adminPage.getByLabel('Password', { exact: true }).fill(admin.password);
  await adminPage.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(adminPage.getByRole('heading', { name: 'Dashboard & Stats' })).toBeVisible();
  await expect(
    adminPage.getByText(/^\d+ people are waiting for an identity review, oldest first\.$/),
  ).toBeVisible();
});

test('a product and a coaching plan get their files', async () => {
  await adminPage.getByRole('tab', { name: 'Product Management' }).click();
  await adminPage.getByRole('button', { name: 'New product' }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Create a product' });
  await expect(dialog.getByLabel('Price in dollars')).toHaveValue('9.99');
  await dialog.getByLabel('Title').fill('Turn play for beginners');
  await dialog.getByLabel('PDF file', { exact: true }).setInputFiles(await pdf('Turn play'));
  await expect(dialog.getByText('turn-play.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create product' }).click();
  await expect(adminPage.getByText('Product created successfully')).toBeVisible();
  await expect(adminPage.getByRole('button', { name: 'Edit Turn play for beginners' })).toBeVisible();

  await adminPage.getByRole('button', { name: 'Plans 1–10' }).click();
  await adminPage.getByRole('button', { name: /^(Edit|Fill) plan 10$/ }).click();
  const plan = adminPage.getByRole('dialog', { name: /coaching plan 10$/ });
  await plan.getByLabel('Title').fill('The whole game');
  await plan.locator('input[type=file]').setInputFiles(await pdf('Whole game'));
  await expect(plan.getByText('whole-game.pdf')).toBeVisible();
  await plan.getByRole('button', { name: 'Save plan' }).click();
  await expect(adminPage.getByText('Plan 10 saved')).toBeVisible();
});

test('three students are approved', async () => {
  await adminPage.getByRole('tab', { name: 'Dashboard & Stats' }).click();
  const table = adminPage.getByRole('table', { name: 'Recent Users' });
  const pending = adminPage
    .locator('dt', { hasText: 'Pending approvals' })
    .locator('xpath=following-sibling::dd[1]');
  await expect(pending).toHaveText(/^\d+$/);
  const before = Number(await pending.textContent());
  for (const { firstName } of newcomers) {
    await table.getByRole('button', { name: `Approve ${firstName} Applicant` }).click();
    await expect(adminPage.getByText(`${firstName} Applicant: Approved`).first()).toBeVisible();
    await expect(table.getByRole('button', { name: `Approve ${firstName} Applicant` })).toHaveCount(0);
  }
  await expect(pending).toHaveText(String(before - 3));
});

test('a user is found by part of a name and gets the Gold membership for a month', async () => {
  await adminPage.getByRole('tab', { name: 'Users' }).click();
  await adminPage.getByRole('searchbox', { name: 'Find' }).fill('bel');
  const rows = adminPage.getByRole('table', { name: 'Users' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('link', { name: 'Bela Applicant' }).click();
  await adminPage.getByRole('button', { name: 'Give a membership' }).click();
  const form = adminPage.getByRole('dialog', { name: /a membership\?$/ });
  await expect(form).toBeVisible();
  await expectPassesAudit(adminPage, 'a membership to give');
  await form.getByLabel('Membership', { exact: true }).selectOption('gold');
  const month = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await form.getByLabel('Last day').fill(month);
  await form.getByLabel('Reason').fill('Welcome gift');
  await form.getByRole('button', { name: 'Give membership' }).click();
  await expect(adminPage.getByText(/^Gold, because .* gave it until/)).toBeVisible();
});

test('the revenue is shown, and revenue, payments and users are exported', async () => {
  await adminPage.goto('/admin');
  await adminPage.getByRole('link', { name: 'Open the reports' }).click();
  const revenue = adminPage.getByRole('img', { name: /^Revenue, net of refunds: \$[1-9][\d.]*: \$/ });
  await expect(revenue).toBeVisible();
  // The chart of the monthly recurring revenue would be empty, so only the total is shown.
  await expect(adminPage.getByText(/^\$0\.00 a month before refunds/)).toBeVisible();
  await expect(adminPage.getByRole('img', { name: /^Monthly recurring revenue/ })).toHaveCount(0);
  await expectPassesAudit(adminPage, 'reports');
  const chart = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Save Revenue, net of refunds as CSV' }).click();
  const [head, ...days] = await rowsOf(await chart);
  expect(head).toEqual(['start', 'revenue']);
  expect(days).toHaveLength(30);

  const today = new Date().toISOString().slice(0, 10);
  await adminPage.goto(`/admin?tab=purchases&from=${today.slice(0, 8)}01`);
  const download = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`payments-export-${today}.csv`);
  expect((await rowsOf(file)).length).toBeGreaterThan(1);

  await adminPage.goto('/admin');
  const users = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Export JSON' }).click();
  expect((await users).suggestedFilename()).toBe(`users-export-${today}.json`);
});

async function rowsOf(download: { createReadStream(): Promise<NodeJS.ReadableStream> }): Promise<string[][]> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return readCsv(Buffer.concat(chunks).toString()).map(({ cells }) => cells);
}
