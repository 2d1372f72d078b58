import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { numberedImage } from '../../images.ts';
import { admin } from '../academy.ts';
import { ownAcademy } from '../own-academy.ts';
import { fillCard } from '../sandbox-purchase.ts';
import { signOut } from '../sign-in.ts';

/** A new installation, from the first registration to a restart. Each test continues where the previous one ended. */

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy({ LOG_LEVEL: 'info' }, { fromNothing: true });
let studentContext: BrowserContext;
let adminContext: BrowserContext;
let studentPage: Page;
let adminPage: Page;
const problems: string[] = [];

const email = 'nora@example.test';
const password = 'a long enough password';

/** Records console errors and uncaught errors of the page, which fail the current test. */
function watch(page: Page): Page {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  return page;
}

test.beforeAll(async ({ browser }) => {
  studentContext = await browser.newContext({ baseURL: academy.url, acceptDownloads: true });
  adminContext = await browser.newContext({ baseURL: academy.url, acceptDownloads: true });
  studentPage = watch(await studentContext.newPage());
  adminPage = watch(await adminContext.newPage());
});

test.afterEach(() => {
  expect(problems.splice(0)).toEqual([]);
});

test('a visitor registers with pictures of both sides of an identity document', async () => {
  await studentPage.goto('/auth?tab=signup');
  const form = studentPage.getByRole('form', { name: 'Sign Up' });
  await form.getByLabel('First name').fill('Nora');
  await form.getByLabel('Last name').fill('Brandt');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Date of birth').fill('1992-05-17');
  await form.getByLabel('Phone number').fill('+1 555 010 0142');
  await form.getByLabel('Address', { exact: true }).fill('4 River Road');
  await form.getByLabel('City').fill('Newark');
  await form.getByLabel('State').fill('New Jersey');
  await form.getByLabel('Country').fill('United States');
  await form.getByLabel('Postal code').fill('07102');
  await form.getByLabel('Document type').selectOption({ label: 'Passport' });
  await form.getByLabel('Document number').fill('N7654321');

  const submit = form.getByRole('button', { name: 'Create Account' });
  await expect(submit).toBeDisabled();
  await expect(form.getByText(/front and back/i)).toBeVisible();

  const put = studentPage.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/uploads/'),
  );
  await form.getByLabel('Front side').setInputFiles({
    name: 'front.jpg',
    mimeType: 'image/jpeg',
    buffer: await numberedImage(1),
  });
  await put;
  await expect(studentPage.getByText('Front side uploaded')).toBeVisible();
  await expect(form.getByText(/back side.*missing/i)).toBeVisible();
  await expect(submit).toBeDisabled();

  // The text of the fields survives a reload; the password and the files do not.
  await studentPage.reload();
  await expect(form.getByLabel('Last name')).toHaveValue('Brandt');
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Front side').setInputFiles({
    name: 'front.jpg',
    mimeType: 'image/jpeg',
    buffer: await numberedImage(1),
  });
  await expect(form.getByRole('button', { name: 'Replace Front side' })).toBeVisible();
  await form.getByLabel('Back side').setInputFiles({
    name: 'back.png',
    mimeType: 'image/png',
    buffer: await numberedImage(2, 'png'),
  });
  await expect(form.getByRole('button', { name: 'Replace Back side' })).toBeVisible();
  await submit.click();
  await expect(studentPage.getByText('Documents Received!')).toBeVisible();
  await studentPage.waitForURL(`${academy.url}/`);
  await expect(studentPage.getByRole('button', { name: /Nora Brandt/ })).toBeVisible();
});

test('the admin reviews the application and approves it', async () => {
  await adminPage.goto('/auth?next=/admin');
  await adminPage.getByLabel('Email').fill(admin.email);
  await adminPage.getByLabel('Password', { exact: true }).fill(admin.password);
  await adminPage.getByRole('button', { name: 'Login', exact: true }).click();
  await adminPage.waitForURL(/\/admin/);
  await adminPage.getByRole('tab', { name: 'KYC Management' }).click();
  await adminPage.getByRole('button', { name: 'Review Nora Brandt' }).click();
  await expect(adminPage.getByText('N7654321').first()).toBeVisible();
  for (const side of ['Front', 'Back']) {
    const picture = adminPage.getByRole('img', { name: `${side} side of the identity document` });
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await expect(adminPage.getByRole('link', { name: /view/i }).first()).toBeVisible();
  const download = adminPage.waitForEvent('download');
  await adminPage
    .getByRole('link', { name: /download/i })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/^document-.*\.(jpg|png)$/);

  await adminPage.getByLabel('Note to the applicant').fill('Both sides are clear. Welcome.');
  await adminPage.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(adminPage.getByText('User status updated')).toBeVisible();

  await studentPage.goto('/kyc');
  await expect(studentPage.getByText('Both sides are clear. Welcome.')).toBeVisible();
  await expect(studentPage.getByText('Approved').first()).toBeVisible();
});

test('the student pays for a PDF on the hosted payment page and downloads the PDF', async () => {
  await studentPage.goto('/products');
  await expect(studentPage.getByRole('heading', { name: 'Purchase Individual Products' })).toBeVisible();
  await expect(studentPage.getByRole('heading', { name: /Budget Friendly/ })).toBeVisible();
  // The page is server-rendered; the name appears after hydration.
  await expect(studentPage.getByRole('button', { name: /Nora Brandt/ })).toBeVisible();
  // A double click buys once.
  await studentPage.getByRole('button', { name: 'Buy $9.99' }).dblclick();
  await studentPage.waitForURL(/\/c\/pay\/cs_test_/);
  await expect(studentPage.getByRole('heading', { name: 'Three-Bet Pots' })).toBeVisible();

  // After a declined card, another one can be used.
  await fillCard(studentPage, '4000 0000 0000 0002');
  await studentPage.getByRole('button', { name: 'Pay $9.99' }).click();
  await expect(studentPage.getByText('Your card was declined.')).toBeVisible();
  await fillCard(studentPage);
  await studentPage.getByRole('button', { name: 'Pay $9.99' }).click();

  await studentPage.waitForURL(/\/payment-success\?session_id=cs_test_/);
  await expect(studentPage.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await expect(studentPage.getByText('$9.99').first()).toBeVisible();
  await studentPage.reload();
  await expect(studentPage.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();

  await studentPage.goto('/coaching');
  const card = studentPage.locator('article, li').filter({ hasText: 'Three-Bet Pots' }).first();
  await expect(card.getByText('Owned')).toBeVisible();
  // After the first start, the academy responds before it has created all demo PDFs.
  const downloads = card.getByRole('button', { name: /download/i });
  await expect(async () => {
    await studentPage.reload();
    await expect(downloads).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  const download = studentPage.waitForEvent('download');
  await downloads.click();
  await expect(studentPage.getByText('Download Started')).toBeVisible();
  const file = await download;
  expect(file.suggestedFilename()).toBe('three-bet-pots.pdf');
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  await studentPage.goto('/products');
  await expect(studentPage.getByRole('button', { name: 'Buy $9.99' })).toHaveCount(0);
});

test('the admin sees the purchase', async () => {
  await adminPage.goto('/admin');
  await adminPage.getByRole('tab', { name: 'Purchase History' }).click();
  const row = adminPage.getByRole('row').filter({ hasText: 'Nora Brandt' });
  await expect(row).toContainText('$9.99');
  await expect(row).toContainText('Completed');
});

test('a student has no access to the admin area, and the session cookie is invalid after logging out', async () => {
  await studentPage.goto('/admin');
  await expect(studentPage.getByText('You need admin privileges to access this page.')).toBeVisible();
  const [cookie] = await studentContext.cookies();
  await signOut(studentPage);
  const replay = await fetch(`${academy.url}/api/user`, {
    headers: { cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(replay.status).toBe(401);
});

test('kill -9 and a second start lose nothing', async () => {
  await expect.poll(academy.output, { timeout: 60_000 }).toContain('the demo data is complete');
  // An open page would keep sending requests to the stopped server.
  await studentPage.goto('about:blank');
  await adminPage.goto('about:blank');
  await academy.kill('SIGKILL');
  await academy.start();
  await studentPage.goto('/auth?next=/coaching');
  await studentPage.getByLabel('Email').fill(email);
  await studentPage.getByLabel('Password', { exact: true }).fill(password);
  await studentPage.getByRole('button', { name: 'Login', exact: true }).click();
  await studentPage.waitForURL(/\/coaching/);
  await expect(studentPage.getByRole('heading', { name: 'Three-Bet Pots' })).toBeVisible();
  // Pending requests of this page would reach a server that is shutting down.
  await studentPage.goto('about:blank');
  expect(await academy.kill('SIGTERM')).toBe(0);
});
