import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { admin } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { recordConsoleErrors } from '../console-errors.ts';
import { overflowOf } from '../overflow.ts';
import { ownAcademy } from '../own-academy.ts';
import { buyFirstProduct } from '../sandbox-purchase.ts';
import { demoStudent, signedInContext } from '../sign-in.ts';

/** Downloads and new versions of coaching plans, and the PDF reader. */

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let context: BrowserContext;
let page: Page;
let adminPage: Page;
let consoleErrors: readonly string[];

test.beforeAll(async ({ browser }) => {
  context = await signedInContext(browser, academy.url, demoStudent);
  consoleErrors = await recordConsoleErrors(context);
  page = await context.newPage();
  const adminContext = await signedInContext(browser, academy.url, admin);
  adminPage = await adminContext.newPage();
});

test.afterEach(() => {
  expect(consoleErrors).toEqual([]);
});

function cardOf(where: Page, number: number): Locator {
  return where
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`Coaching plan ${number}(?!\\d)`) });
}

async function openPlanSlots(number: number): Promise<void> {
  await adminPage.goto('/admin?tab=products&type=plan');
  await expect(adminPage.getByRole('button', { name: `Edit plan ${number}`, exact: true })).toBeVisible();
}

/** Each page has an incompressible noise image, so that the file is large enough to be fetched in parts. */
async function pdfOf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let number = 1; number <= pages; number += 1) {
    const raw = { width: 300, height: 300, channels: 3 } as const;
    const noise = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
      .png()
      .toBuffer();
    const sheet = document.addPage([400, 560]);
    sheet.drawText(`New page ${number}`);
    sheet.drawImage(await document.embedPng(noise), { x: 50, y: 200, width: 300, height: 300 });
  }
  return Buffer.from(await document.save());
}

test('the name of a downloaded file contains the number of the coaching plan', async () => {
  await page.goto('/coaching-pdfs');
  const download = page.waitForEvent('download');
  await cardOf(page, 1)
    .getByRole('button', { name: /^Download/ })
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('poker-coaching-plan-1.pdf');
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('a rejected download shows an alert and updates the card', async () => {
  const rejected = await context.request.get('/api/coaching-pdfs/3/download');
  expect(rejected.status()).toBe(403);
  expect((await rejected.json()).message).toBe(
    'Access denied. Please upgrade your subscription to access this PDF.',
  );

  await page.goto('/coaching-pdfs');
  const card = cardOf(page, 2);
  await expect(card.getByRole('button', { name: /^Download/ })).toBeVisible();
  // Meanwhile an admin raises the required tier.
  await openPlanSlots(2);
  await adminPage.getByRole('button', { name: 'Edit plan 2', exact: true }).click();
  await adminPage.getByLabel('Required membership').selectOption('silver');
  await adminPage.getByRole('button', { name: 'Save plan' }).click();
  await expect(adminPage.getByRole('dialog')).toHaveCount(0);

  const alerted = page.waitForEvent('dialog');
  const clicked = card.getByRole('button', { name: /^Download/ }).click();
  const alert = await alerted;
  expect(alert.type()).toBe('alert');
  expect(alert.message()).toBe('Access denied. Please upgrade your subscription to access this PDF.');
  await alert.accept();
  await clicked;
  await expect(card.getByRole('link', { name: /^Upgrade/ })).toBeVisible();
});

test('if a coaching plan has no file, the admin sees a warning, and users see “Coming soon”', async () => {
  await openPlanSlots(1);
  await adminPage.getByRole('button', { name: 'Remove file of plan 1', exact: true }).click();
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Remove file' }).click();
  await expect(adminPage.getByText('Plan 1 has no file', { exact: true })).toBeVisible();

  // The student's page was loaded before, and still shows the Download button.
  const alerted = page.waitForEvent('dialog');
  const clicked = cardOf(page, 1)
    .getByRole('button', { name: /^Download/ })
    .click();
  const alert = await alerted;
  expect(alert.message()).toBe('Failed to download PDF');
  await alert.accept();
  await clicked;
  await expect(cardOf(page, 1).getByRole('button', { name: /^Coming soon/ })).toBeDisabled();
  await page.goto('/read/plan/1');
  await expect(page.getByRole('heading', { name: 'There is nothing to read here' })).toBeVisible();

  await adminPage.getByRole('button', { name: 'Edit plan 1', exact: true }).click();
  const dialog = adminPage.getByRole('dialog');
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Save plan' }).click();
  await expect(dialog.getByText('Title is required')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Title').fill('First Hundred Hours, again');
  await dialog
    .getByLabel('PDF file')
    .setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: await pdfOf(12) });
  await expect(dialog.getByText('new.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save plan' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(adminPage.getByText('has no file')).toHaveCount(0);
});

test('a replaced file has the badge “New version” until it is opened', async () => {
  await page.goto('/coaching-pdfs');
  const card = cardOf(page, 1);
  await expect(card.getByRole('heading', { name: 'First Hundred Hours, again' })).toBeVisible();
  await expect(card.getByText('New version')).toBeVisible();
  await card.getByRole('link', { name: /^Read/ }).click();
  await expect(page.getByRole('region', { name: 'Page 1', exact: true })).toContainText('New page 1');
  await page.getByRole('link', { name: 'Coaching plans', exact: true }).click();
  await expect(card.getByRole('heading', { name: 'First Hundred Hours, again' })).toBeVisible();
  await expect(card.getByText('New version')).toHaveCount(0);
});

const pageField = (where: Page) => where.getByRole('textbox', { name: 'Page, 1 to 12' });

test('the PDF reader has keyboard shortcuts and renders only the pages near the current one', async () => {
  const parts: { status: number; bytes: number }[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/coaching-pdfs/1/download')) return;
    parts.push({ status: response.status(), bytes: Number(response.headers()['content-length']) });
  });
  const waitForSaved = () =>
    page.waitForResponse((response) => response.url().includes('learning.saveReadingPage'));
  const opened = waitForSaved();
  await page.goto('/read/plan/1');
  await expect(pageField(page)).toHaveValue('1');
  await expect(page.getByRole('region', { name: 'Page 1', exact: true })).toContainText('New page 1');
  expect((await opened).ok()).toBe(true);
  expect(parts.map(({ status }) => status)).not.toContain(200);
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(12 * 270_000);
  const saved = waitForSaved();
  await page.keyboard.press('ArrowRight');
  await expect(pageField(page)).toHaveValue('2');
  await page.keyboard.press('End');
  await expect(pageField(page)).toHaveValue('12');
  await page.keyboard.press('ArrowLeft');
  await expect(pageField(page)).toHaveValue('11');
  await page.keyboard.press('Home');
  await expect(pageField(page)).toHaveValue('1');
  await pageField(page).fill('7');
  await pageField(page).press('Enter');
  await expect(page.getByRole('region', { name: 'Page 7', exact: true })).toContainText('New page 7');
  expect((await saved).ok()).toBe(true);
  await expect.poll(() => page.locator('canvas').count()).toBeLessThan(6);

  const sheet = page.getByRole('region', { name: 'Page 7', exact: true });
  const width = async () => (await sheet.boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(before);
  await page.keyboard.press('0');
  await expect.poll(width).toBe(before);
  // Zooming does not change the current page.
  await expect(pageField(page)).toHaveValue('7');
  await expectPassesAudit(page, page.url());
});

test('a note on a page is shown next to the page, and the list of notes links to the page', async () => {
  await page.getByRole('button', { name: 'Notes', exact: true }).click();
  const side = page.getByRole('complementary', { name: 'Notes and hands' });
  await side.getByLabel('New note').fill('Fold more often here');
  await side.getByRole('button', { name: 'Add note on page 7' }).click();
  // The test looks for the text in the list, because the field contains it even before the note is saved.
  await expect(side.getByRole('listitem').filter({ hasText: 'Fold more often here' })).toBeVisible();
  await expectPassesAudit(page, `${page.url()} with notes`);
  await page.goto('/notes');
  await page.getByRole('link', { name: 'Go to Page 7' }).click();
  await expect(pageField(page)).toHaveValue('7');
  await expect(page.getByRole('button', { name: 'Notes (1)' })).toBeVisible();
});

test('on another device, the library links to the page last read', async ({ browser }) => {
  await expect(async () => {
    const response = await context.request.get('/trpc/learning.continueReading');
    expect(JSON.stringify(await response.json())).toContain('"page":7');
  }).toPass();
  const phone = await signedInContext(browser, academy.url, demoStudent, {
    viewport: { width: 390, height: 844 },
  });
  const phonePage = await phone.newPage();
  await phonePage.goto('/coaching');
  await phonePage.getByRole('link', { name: 'Continue on page 7' }).click();
  await expect(pageField(phonePage)).toHaveValue('7');
  await expect(phonePage.getByRole('region', { name: 'Page 7', exact: true })).toBeInViewport();
  expect(await overflowOf(phonePage)).toBe(0);
  await phone.close();
});

test('the PDF reader opens neither a locked nor an unknown coaching plan', async ({ browser }) => {
  await page.goto('/read/plan/9');
  await expect(page.getByRole('heading', { name: 'This PDF is not open to you yet' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'View Plans' })).toBeVisible();
  expect((await page.goto('/read/plan/11'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  const visitor = await browser.newContext({ baseURL: academy.url });
  const visitorPage = await visitor.newPage();
  await visitorPage.goto('/read/plan/1');
  await expect(visitorPage.getByRole('link', { name: 'Go to Login' })).toHaveAttribute(
    'href',
    '/auth?next=%2Fread%2Fplan%2F1',
  );
  await visitor.close();
});

test('the link “Start Learning” is shown to users who own a product, and opens a session in a new tab', async () => {
  await page.goto('/coaching');
  await expect(page.getByRole('heading', { name: 'PDF Resources' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Start Learning/ })).toHaveCount(0);
  await buyFirstProduct(page);
  await page.goto('/coaching');
  await expect(page.getByText('product owned')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Buy More Products' })).toHaveAttribute('href', '/products');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Start Learning/ }).click();
  const session = await opened;
  await expect(session).toHaveURL(/\/coaching\/\d+$/);
  await expect(session.getByRole('heading', { name: 'How to Read a Hand History' })).toBeVisible();
  expect(await session.evaluate(() => window.opener === null)).toBe(true);
  await session.close();
});
