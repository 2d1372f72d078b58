import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import PDFDocument from 'pdfkit';
import { numberedImage } from '../../images.ts';
import { admin } from '../academy.ts';
import { uploadDocument } from '../join-academy.ts';
import { ownAcademy } from '../own-academy.ts';
import { signIn } from '../sign-in.ts';

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let applicantPage: Page;
let adminPage: Page;

const identity = {
  firstName: 'Vera',
  lastName: 'Castellan',
  dateOfBirth: '1991-04-12',
  phoneNumber: '+351 21 555 0134',
  address: '8 Rua do Cais',
  city: 'Porto',
  state: 'Porto',
  country: 'Portugal',
  postalCode: '4000-001',
};
const person = { email: 'vera@example.test', password: 'a long enough password' };

test.beforeAll(async ({ browser }) => {
  const first = await browser.newContext({ baseURL: academy.url });
  const second = await browser.newContext({ baseURL: academy.url });
  await registerWithDocuments(first.request);
  await signIn(second, academy.url, admin);
  applicantPage = await first.newPage();
  adminPage = await second.newPage();
});

/** Registers through the documented API, with a two-page PDF as the front and a photo as the back. */
async function registerWithDocuments(request: APIRequestContext): Promise<void> {
  const account = { ...identity, ...person, documentType: 'passport', documentNumber: 'PT-445566' };
  const registered = await request.post('/api/register', {
    data: { ...account, documentImageUrl1: null, documentImageUrl2: null },
  });
  expect(registered.status(), await registered.text()).toBe(201);
  const sent = await request.post('/api/kyc/application', {
    data: {
      ...identity,
      documentType1: 'passport',
      documentType2: 'passport',
      documentNumber1: 'PT-445566',
      documentNumber2: 'PT-445566',
      documentImageUrl1: await uploadDocument(request, academy.url, await twoPages(), 'application/pdf'),
      documentImageUrl2: await uploadDocument(request, academy.url, await numberedImage(41)),
    },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
}

/** A dark page and a light one, so that the brightness identifies the page. */
function twoPages(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A6', layout: 'landscape', margin: 24 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))));
  document.rect(0, 0, 1_000, 1_000).fill('#123a44').fill('#ffffff').fontSize(28).text('PASSPORT', 40, 60);
  document.addPage().fill('#000000').fontSize(28).text('SECOND PAGE', 40, 60);
  document.end();
  return finished;
}

/** Brightness at a point in the lower middle of the canvas, from 0 (black) to 255. */
function brightness(page: Page): Promise<number> {
  return page.locator('canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const data = canvas
      .getContext('2d')
      ?.getImageData(Math.floor(canvas.width / 2), Math.floor(canvas.height * 0.8), 1, 1).data;
    return data ? ((data[0] ?? 0) + (data[1] ?? 0) + (data[2] ?? 0)) / 3 : -1;
  });
}

async function openCase(): Promise<void> {
  await adminPage.goto('/admin?tab=kyc&q=castellan');
  await adminPage.getByRole('button', { name: 'Review Vera Castellan' }).click();
  await expect(adminPage.getByRole('heading', { name: 'Vera Castellan' })).toBeVisible();
}

test('the pages of a PDF document are reviewed by keyboard, without console errors', async () => {
  const consoleErrors: string[] = [];
  adminPage.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  await openCase();
  const front = adminPage.getByRole('group', { name: /^Front side/ });
  await expect(adminPage.getByText('Page 1 of 2')).toBeVisible();
  await expect.poll(() => brightness(adminPage)).toBeLessThan(100);
  const width = () => adminPage.locator('canvas').evaluate((canvas) => canvas.clientWidth);
  const widthBefore = await width();
  await front.press('n');
  await expect(adminPage.getByText('Page 2 of 2')).toBeVisible();
  await expect.poll(() => brightness(adminPage)).toBeGreaterThan(240);
  await front.press('+');
  await expect.poll(width).toBeGreaterThan(widthBefore * 1.4);
  await front.press('0');
  await expect.poll(width).toBe(widthBefore);
  const heightBefore = await adminPage.locator('canvas').evaluate((canvas) => canvas.clientHeight);
  await front.press('r');
  await expect
    .poll(() => adminPage.locator('canvas').evaluate((c) => c.clientHeight))
    .toBeGreaterThan(heightBefore);
  // These shortcuts must neither open the rejection dialog nor decide on the application.
  await expect(adminPage.getByRole('dialog')).toHaveCount(0);
  await front.press('p');
  await expect(adminPage.getByText('Page 1 of 2')).toBeVisible();
  await expect(adminPage.getByRole('img', { name: 'Back side of the identity document' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('an unreadable back side is requested again by email', async () => {
  await openCase();
  await adminPage.keyboard.press('q');
  const dialog = adminPage.getByRole('dialog');
  await dialog.getByLabel('Back side').check();
  await dialog.getByLabel('Reason').selectOption({ label: 'Unreadable' });
  await dialog.getByRole('button', { name: 'Ask for the back side' }).click();
  await expect(adminPage.getByText('Vera Castellan: Waiting for applicant').first()).toBeVisible();

  await applicantPage.goto('/dev/outbox');
  const email = applicantPage.locator('article', { hasText: 'We need something from you' });
  await expect(email).toContainText('A new picture of the back side');
  await email.getByRole('link', { name: /\/kyc$/ }).click();
  await expect(applicantPage.getByText('Action needed')).toBeVisible();
  await expect(applicantPage.getByText('A new picture of the back side').first()).toBeVisible();
  await expect(applicantPage.getByText('The text in the picture could not be read.')).toBeVisible();
});

test('the applicant sees instructions for a HEIC photo, sends another photo, and is approved', async () => {
  const form = applicantPage.getByRole('form', { name: 'Answer our request' });
  await form.getByLabel('Back side').setInputFiles({
    name: 'IMG_2201.HEIC',
    mimeType: 'image/heic',
    buffer: Buffer.from('\0\0\0\x18ftypheic'),
  });
  await expect(form.getByText('on an iPhone choose “Most Compatible”')).toBeVisible();

  // No other document is requested, and no field needs to be filled in again.
  await expect(form.getByLabel('Front side')).toHaveCount(0);
  await expect(form.getByRole('textbox')).toHaveCount(0);
  await expect(form.getByText('The picture that you sent')).toBeVisible();
  await expect(form.getByText('Passport, number ending in 5566')).toBeVisible();
  await expect(form.getByText('8 Rua do Cais, 4000-001, Porto, Porto, Portugal')).toBeVisible();
  const submit = form.getByRole('button', { name: 'Send your answer' });
  await expect(submit).toBeDisabled();
  await expect(form.getByText('The new picture of the back side is still missing.')).toBeVisible();
  await form.getByLabel('Back side').setInputFiles({
    name: 'Back.jpg',
    mimeType: 'image/jpeg',
    buffer: await numberedImage(44),
  });
  await expect(form.getByRole('button', { name: 'Replace Back side' })).toBeVisible();
  await form.getByRole('button', { name: 'Change your details' }).click();
  await expect(form.getByLabel('Postal code')).toHaveValue(identity.postalCode);
  await form.getByLabel('Phone number').fill('');
  await submit.click();
  await expect(form.getByText('Phone number is required')).toBeVisible();
  await expect(form.getByLabel('Phone number')).toBeFocused();
  await form.getByLabel('Phone number').fill('+351 21 555 0135');
  await form.getByRole('button', { name: 'Send your answer' }).click();
  await expect(applicantPage.getByText('KYC Application Submitted')).toBeVisible();

  await openCase();
  // The front is the PDF of the first application, and the document number is unchanged.
  await expect(adminPage.getByText('Page 1 of 2')).toBeVisible();
  await expect(adminPage.getByText('PT-445566').first()).toBeVisible();
  await expect(adminPage.getByText('+351 21 555 0135')).toBeVisible();
  await expect(adminPage.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-keyshortcuts', 'a');
  await adminPage.keyboard.press('a');
  await expect(adminPage.getByText('Vera Castellan: Approved').first()).toBeVisible();
  await applicantPage.goto('/kyc');
  await expect(
    applicantPage.getByText('Your identity is verified. You don’t need to do anything.'),
  ).toBeVisible();
  await expect(applicantPage.getByText('Replaced by a newer application.')).toBeVisible();
});
