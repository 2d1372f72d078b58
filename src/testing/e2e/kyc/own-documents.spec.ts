import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { admin } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { failCalls } from '../failing-calls.ts';
import { joinAcademy } from '../join-academy.ts';
import { ownAcademy } from '../own-academy.ts';
import { signedInContext } from '../sign-in.ts';

/** An admin allows students to see their own identity documents. Both the admin and the student must reauthenticate. */

test.describe.configure({ mode: 'serial' });

const student = {
  firstName: 'Ines',
  lastName: 'Falk',
  email: 'ines@example.test',
  password: 'seven cards on a table',
};

const academy = ownAcademy();
let adminPage: Page;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  const adminContext = await signedInContext(browser, academy.url, admin);
  adminPage = await adminContext.newPage();
  context = await browser.newContext({ baseURL: academy.url });
  await joinAcademy(context.request, academy.url, student, 71);
  page = await context.newPage();
});

const sideButtons = (who: Page) => who.getByRole('button', { name: /^Open the (front|back) side sent on / });

test('students see no images of their identity documents by default', async () => {
  await page.goto('/kyc');
  await expect(page.getByRole('main').getByText('Ines Falk')).toBeVisible();
  await expect(sideButtons(page)).toHaveCount(0);
});

test('the admin can turn the setting on only after reauthenticating', async () => {
  await adminPage.goto('/admin?tab=settings&view=security');
  const choice = adminPage.getByRole('switch', { name: 'Students see their own identity documents' });
  const save = adminPage.getByRole('button', { name: 'Save Security' });
  await expect(choice).not.toBeChecked();
  // As if 15 minutes had passed since the login.
  const restore = await failCalls(adminPage, 'admin.settings.update', {
    status: 403,
    code: 'step_up_required',
  });
  await choice.click();
  await save.click();
  const question = adminPage.getByRole('dialog', { name: /^Confirm it’s you/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(save).toBeEnabled();
  await expect(adminPage.getByRole('region', { name: 'Messages' })).not.toContainText('Saved');

  // After the confirmation was canceled, the changed setting is still in the form.
  await expect(choice).toBeChecked();
  await save.click();
  const password = question.getByLabel('Your password');
  await expect(password).toBeVisible();
  await restore();
  await password.fill(admin.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toHaveCount(0);
  await expect(choice).toBeChecked();
  await expect(adminPage.getByRole('region', { name: 'Messages' })).toContainText('Saved');
  await expect(save).toBeDisabled();
});

test('the student reauthenticates, then opens one side of the document, downloads it and closes it', async () => {
  await page.reload();
  await expect(sideButtons(page)).toHaveCount(2);
  let isConfirmed = false;
  await page.route('**/objects/*', (route) => {
    if (isConfirmed) return route.continue();
    const body = { message: 'Please confirm that it is you, then try again', code: 'step_up_required' };
    return route.fulfill({ status: 403, json: { ...body, requestId: 'test' } });
  });
  page.on('response', (response) => {
    if (response.url().includes('security.confirmIdentity') && response.ok()) isConfirmed = true;
  });
  const front = sideButtons(page).first();
  await front.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: /^Confirm it’s you/ });
  await question.getByLabel('Your password').fill(student.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Front side' });
  const picture = dialog.getByRole('img', { name: 'Front side of your document' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
  await expectPassesAudit(page, 'own-document');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await download).suggestedFilename()).toMatch(/^document-[0-9a-f-]{36}\.jpg$/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(front).toBeFocused();
  await expectPassesAudit(page, 'own-documents');
});

test('if the setting is turned off while the page is open, opening a document shows an error and the buttons disappear', async () => {
  const response = await adminPage.request.post(`${academy.url}/trpc/admin.settings.update`, {
    data: [{ key: 'studentsSeeOwnPapers', value: false }],
  });
  expect(response.status(), await response.text()).toBe(200);
  await page.unroute('**/objects/*');
  await sideButtons(page).last().click();
  await expect(page.getByText('This document could not be opened')).toBeVisible();
  await expect(sideButtons(page)).toHaveCount(0);
});
