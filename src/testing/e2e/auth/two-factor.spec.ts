import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { registration } from '../../http-client.ts';
import { ownAcademy } from '../own-academy.ts';
import { signOut } from '../sign-in.ts';

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let context: BrowserContext;
let page: Page;
let totp: TOTP;
let recoveryCodes: string[] = [];
let lastUsed = '';
const email = 'noor@example.test';
const password = 'a long enough password';

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ baseURL: academy.url, permissions: ['clipboard-write'] });
  page = await context.newPage();
  const response = await context.request.post('/api/register', { data: registration({ email, password }) });
  expect(response.status(), await response.text()).toBe(201);
});

/**
 * The code of this time step or of the next one. The server also accepts the next code, because a phone's clock may be
 * fast. A code works once and invalidates earlier codes, so only two can be used without waiting. Later logins use
 * recovery codes.
 */
function codeOf(step: 'this' | 'next'): string {
  return totp.generate({ timestamp: Date.now() + (step === 'next' ? totp.period * 1_000 : 0) });
}

const dialog = (name: string) => page.getByRole('dialog', { name });

async function enterPassword(): Promise<void> {
  await page.goto('/auth?next=/profile');
  const form = page.getByRole('form', { name: 'Login' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
}

test('two-factor is set up with key and code, and the recovery codes are saved', async () => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Two-Factor Setup' }).click();
  const setup = dialog('Two-Factor Setup');
  await setup.getByLabel('Your password').fill('not this one');
  await setup.getByRole('button', { name: 'Continue' }).click();
  await expect(setup.getByText('That password is not right')).toBeVisible();
  await setup.getByLabel('Your password').fill(password);
  await setup.getByRole('button', { name: 'Continue' }).click();
  const picture = setup.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const uri = await setup.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href');
  const key = new URL(uri ?? '').searchParams.get('secret') ?? '';
  await expect(setup.getByText(key.replaceAll(/(.{4})(?=.)/g, '$1 '))).toBeVisible();
  totp = new TOTP({ secret: key });

  const code = setup.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await code.fill('12345');
  await setup.getByRole('button', { name: 'Turn on two-factor' }).click();
  await expect(setup.getByText('Enter the 6 digits of your app')).toBeVisible();
  lastUsed = codeOf('this');
  await code.fill(lastUsed);
  await setup.getByRole('button', { name: 'Turn on two-factor' }).click();

  const saved = dialog('Two-factor is on');
  const items = saved.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  recoveryCodes = await items.allInnerTexts();
  await expect(saved.getByRole('button', { name: 'Copy' })).toBeFocused();

  // The codes are shown only once: Escape and the Close button ask before they close the dialog.
  const question = saved.getByText('Have you saved the codes? They are not shown again.');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await saved.getByRole('button', { name: 'Back to the codes' }).click();
  await expect(question).toBeHidden();
  await saved.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(question).toBeVisible();
  await saved.getByRole('button', { name: 'Back to the codes' }).click();
  await expect(items).toHaveCount(10);
  await saved.getByRole('button', { name: 'Copy' }).click();
  await expect(saved.getByText('Copied.')).toBeVisible();
  const download = page.waitForEvent('download');
  await saved.getByRole('link', { name: 'Download' }).click();
  const file = await (await download).path();
  for (const each of recoveryCodes) expect(await readFile(file, 'utf8')).toContain(each);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-print-alone]')).toBeVisible();
  await expect(saved).toBeHidden();
  await page.emulateMedia({ media: null });
  await saved.getByRole('button', { name: 'I have saved them' }).click();
  await expect(saved).toBeHidden();
  const card = page.getByRole('region', { name: 'Security' });
  await expect(card.getByText('On', { exact: true })).toBeVisible();
});

test('logging in asks for a code, which works once', async () => {
  await signOut(page);
  await enterPassword();
  const second = page.getByRole('form', { name: 'Second step' });
  await expect(second.getByLabel('Code', { exact: true })).toBeFocused();
  expect((await context.request.get('/api/user')).status()).toBe(401);
  await second.getByLabel('Code', { exact: true }).fill(lastUsed);
  await second.getByRole('button', { name: 'Log in' }).click();
  await expect(second.getByText('This code is not right, or was used already')).toBeVisible();

  // After going back, the email is still filled in.
  await second.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('form', { name: 'Login' }).getByLabel('Email')).toHaveValue(email);
  await page.getByRole('form', { name: 'Login' }).getByRole('button', { name: 'Login' }).click();
  const code = codeOf('next');
  // With a space, as pasted from an app that shows two groups of digits.
  await second.getByLabel('Code', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await second.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(page.getByText('This device')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Security' }).getByText('Wrong code').first()).toBeVisible();
});

test('a recovery code works once', async () => {
  const used = recoveryCodes[0] ?? '';
  for (const works of [true, false]) {
    await signOut(page);
    await enterPassword();
    const second = page.getByRole('form', { name: 'Second step' });
    await second.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await second.getByLabel('Recovery code').fill(used.toUpperCase());
    await second.getByRole('button', { name: 'Log in' }).click();
    if (works) {
      await page.waitForURL('**/profile');
    } else {
      await expect(second.getByText('This code is not right, or was used already')).toBeVisible();
      await second.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '');
      await second.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL('**/profile');
    }
  }
});

test('two-factor is turned off with password and code', async () => {
  await page.getByRole('button', { name: 'Two-Factor Setup' }).click();
  const manage = dialog('Two-Factor Setup');
  await expect(manage.getByText('8 recovery codes are left')).toBeVisible();
  await manage.getByLabel('Your password').fill(password);
  await manage.getByLabel('Code', { exact: true }).fill(recoveryCodes[2] ?? '');
  await manage.getByRole('button', { name: 'Turn off two-factor' }).click();
  await expect(manage).toBeHidden();
  await expect(
    page.getByRole('region', { name: 'Security' }).getByText('Off', { exact: true }),
  ).toBeVisible();
  await signOut(page);
  await enterPassword();
  await page.waitForURL('**/profile');
});
