import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { registration } from '../../http-client.ts';
import { ownAcademy } from '../own-academy.ts';

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let context: BrowserContext;
let page: Page;

const email = 'isolde@example.test';
const password = 'a long enough password';

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ baseURL: academy.url });
  page = await context.newPage();
  const response = await context.request.post('/api/register', { data: registration({ email, password }) });
  expect(response.status(), await response.text()).toBe(201);
});

test('Download My Data requires the password and creates a ZIP', async () => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Download My Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download My Data' });
  const request = dialog.getByRole('button', { name: 'Request my data' });
  await request.click();
  await expect(dialog.getByText('Enter your password')).toBeVisible();
  await dialog.getByLabel('Your password').fill('not this one');
  await request.click();
  await expect(dialog.getByText('That password is not right')).toBeVisible();
  await dialog.getByLabel('Your password').fill(password);
  await request.click();
  await expect(dialog).toBeHidden();
  const save = page.getByRole('button', { name: /^Save the ZIP file/ });
  await expect(save).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Download My Data' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Download My Data' })).toBeFocused();
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(readFileSync(await download.path()));
  expect(Object.keys(files).toSorted()).toEqual(['data.json', 'index.html', 'notes.txt', 'receipts.txt']);
  const data = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()));
  expect(data.users).toMatchObject([{ email, address: '1 Main Street' }]);
  expect(data.consents).toHaveLength(2);
});

test('Delete Account requires a typed confirmation, logs out, and is undone by the link in the email', async () => {
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await expect(dialog.getByText('erased immediately, even if you change your mind')).toBeVisible();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Type DELETE in capital letters')).toBeVisible();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  const confirmation = page.getByRole('dialog', { name: /^Your account will be deleted on/ });
  await expect(confirmation.getByText(email)).toBeVisible();
  await confirmation.getByRole('button', { name: 'Leave the academy' }).click();
  await page.waitForURL('/');
  expect((await context.request.get('/api/user')).status()).toBe(401);

  await page.goto('/auth?next=/profile');
  const form = page.getByRole('form', { name: 'Login' });
  const logIn = async () => {
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Login' }).click();
  };
  await logIn();
  await expect(form.getByText('To keep it, open the link in the email')).toBeVisible();

  const outbox = await (await context.request.get('/dev/outbox')).text();
  const link = new RegExp(`${academy.url}/undo-deletion\\?token=[\\w-]{43}`).exec(outbox)?.[0];
  expect(link).toBeDefined();
  const response = await page.goto(link ?? '');
  expect(response?.status()).toBe(200);
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account stays')).toBeVisible();
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('This link no longer works')).toBeVisible();

  await page.goto('/auth?next=/profile');
  await logIn();
  await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
});
