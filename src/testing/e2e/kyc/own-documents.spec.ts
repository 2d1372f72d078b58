import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Academy, admin, openAcademy } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { failCalls } from '../failing-calls.ts';
import { joinAcademy } from '../join-academy.ts';
import { signIn } from '../sign-in.ts';

/** An admin allows students to see their own identity documents, after reauthenticating. */

test.describe.configure({ mode: 'serial' });

const student = {
  firstName: 'Ines',
  lastName: 'Falk',
  email: 'ines@example.test',
  password: 'seven cards on a table',
};

let academy: Academy;
let owner: Page;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  academy = await openAcademy();
  const options = { baseURL: academy.url };
  const office = await browser.newContext(options);
  await signIn(office, academy.url, admin);
  owner = await office.newPage();
  context = await browser.newContext(options);
  await joinAcademy(context.request, academy.url, student, 71);
  page = await context.newPage();
});
test.afterAll(async () => {
  await academy?.remove();
});

const sideButtons = (who: Page) => who.getByRole('button', { name: /^Open the (front|back) side sent on / });

test('students see no images of their identity documents by default', async () => {
  await page.goto('/kyc');
  await expect(page.getByRole('main').getByText('Ines Falk')).toBeVisible();
  await expect(sideButtons(page)).toHaveCount(0);
});

test('the owner can turn the setting on only after reauthenticating', async () => {
  await owner.goto('/admin?tab=settings&view=security');
  const choice = owner.getByRole('switch', { name: 'Students see their own identity documents' });
  const save = owner.getByRole('button', { name: 'Save Security' });
  await expect(choice).not.toBeChecked();
  // As if 15 minutes had passed since the login.
  const restore = await failCalls(owner, 'admin.settings.update', { status: 403, code: 'step_up_required' });
  await choice.click();
  await save.click();
  const question = owner.getByRole('dialog', { name: /^Confirm it’s you/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(save).toBeEnabled();
  await expect(owner.getByRole('region', { name: 'Messages' })).not.toContainText('Saved');

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
  await expect(owner.getByRole('region', { name: 'Messages' })).toContainText('Saved');
  await expect(save).toBeDisabled();
});

test('the student opens a side after reauthenticating, downloads it and closes it', async () => {
  await page.reload();
  await expect(sideButtons(page)).toHaveCount(2);
  let isProven = false;
  await page.route('**/objects/*', (route) => {
    if (isProven) return route.continue();
    const body = { message: 'Please confirm that it is you, then try again', code: 'step_up_required' };
    return route.fulfill({ status: 403, json: { ...body, requestId: 'test' } });
  });
  page.on('response', (answer) => {
    if (answer.url().includes('security.confirmIdentity') && answer.ok()) isProven = true;
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

test('a document disabled after the page was opened shows an error, and its buttons disappear', async () => {
  const answer = await owner.request.post(`${academy.url}/trpc/admin.settings.update`, {
    data: [{ key: 'studentsSeeOwnPapers', value: false }],
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.unroute('**/objects/*');
  await sideButtons(page).last().click();
  await expect(page.getByText('This document could not be opened')).toBeVisible();
  await expect(sideButtons(page)).toHaveCount(0);
});
