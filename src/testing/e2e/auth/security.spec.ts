import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { registration } from '../../http-client.ts';
import { ownAcademy } from '../own-academy.ts';

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let context: BrowserContext;
let page: Page;

const email = 'mira@example.test';
const firstPassword = 'a long enough password';
const secondPassword = 'four lanterns by the river';
const thirdPassword = 'seven kettles on a staircase';

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ baseURL: academy.url });
  page = await context.newPage();
  const response = await context.request.post('/api/register', {
    data: registration({ email, password: firstPassword }),
  });
  expect(response.status(), await response.text()).toBe(201);
});

/** The newest link with this path in the development outbox. */
async function linkInOutbox(path: '/verify-email' | '/reset-password'): Promise<string> {
  const html = await (await context.request.get('/dev/outbox')).text();
  const link = new RegExp(`${academy.url}${path}\\?token=[\\w-]{43}`).exec(html)?.[0];
  if (!link) throw new Error(`no link to ${path} in the outbox`);
  return link;
}

async function logIn(password: string): Promise<void> {
  await page.goto('/auth?next=/profile');
  const form = page.getByRole('form', { name: 'Login' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
}

test('the banner stays until the email is verified by the link', async () => {
  await page.goto('/profile');
  const banner = page.getByRole('complementary', { name: 'Email verification' });
  await expect(banner).toBeVisible();
  const link = await linkInOutbox('/verify-email');
  const response = await page.goto(link);
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByText('Your email is verified')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(banner).toBeHidden();
});

test('the password is changed in the profile, and this session continues', async () => {
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Current password').fill('not this one');
  await dialog.getByLabel('New password', { exact: true }).fill('password');
  await expect(dialog.getByText('one of the passwords that attackers try first')).toBeVisible();
  await dialog.getByLabel('New password', { exact: true }).fill(secondPassword);
  await dialog.getByLabel('Repeat the new password').fill('something else');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog.getByText('The two passwords differ: type the new one again')).toBeVisible();
  await dialog.getByLabel('Repeat the new password').fill(secondPassword);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog.getByText('This is not your current password')).toBeVisible();
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await dialog.getByLabel('Current password').fill(firstPassword);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
});

test('the link for a forgotten password works once, sets a new password and logs out all sessions', async () => {
  const visitor = await page.context().browser()?.newContext({ baseURL: academy.url });
  if (!visitor) throw new Error('no browser');
  const other = await visitor.newPage();
  await other.goto('/auth');
  await other.getByRole('link', { name: 'Forgot your password?' }).click();
  // The login form, visible until then, has a field with the same name.
  await other.waitForURL('**/forgot-password');
  await other.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await other.getByLabel('Email').fill(email);
  await other.getByRole('button', { name: 'Send me a link' }).click();
  await expect(other.getByText('Check your inbox')).toBeVisible();
  const link = await linkInOutbox('/reset-password');
  await other.goto(link);
  await other.getByLabel('New password', { exact: true }).fill(thirdPassword);
  await other.getByLabel('Repeat the new password').fill(thirdPassword);
  await other.getByRole('button', { name: 'Save the new password' }).click();
  await expect(other.getByText('Your password is changed')).toBeVisible();
  await other.goto(link);
  await other.getByLabel('New password', { exact: true }).fill(secondPassword);
  await other.getByLabel('Repeat the new password').fill(secondPassword);
  await other.getByRole('button', { name: 'Save the new password' }).click();
  await expect(other.getByText('This link no longer works')).toBeVisible();
  await visitor.close();

  await page.goto('/profile');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await logIn(secondPassword);
  await expect(page.getByRole('form').getByText('Invalid credentials')).toBeVisible();
  await logIn(thirdPassword);
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
});
