import { expect, type Page, test } from '@playwright/test';
import { openBeforeHydration } from '../before-hydration.ts';
import { ownAcademy } from '../own-academy.ts';
import { demoStudent } from '../sign-in.ts';

/**
 * The forms of /auth and /forgot-password are server-rendered. Input before hydration is neither lost nor sent in a URL.
 */

const academy = ownAcademy();

function loginForm(page: Page) {
  const form = page.getByRole('form', { name: 'Login' });
  return {
    email: form.getByLabel('Email'),
    password: form.getByLabel('Password', { exact: true }),
    button: form.getByRole('button', { name: 'Login', exact: true }),
    form,
  };
}

for (const key of ['a click', 'Enter']) {
  test(`a login submitted by ${key} before hydration is sent after hydration`, async ({ page }) => {
    const release = await openBeforeHydration(page, `${academy.url}/auth`);
    const { email, password, button } = loginForm(page);
    await email.fill(demoStudent.email);
    await password.fill(demoStudent.password);
    if (key === 'Enter') await password.press('Enter');
    else await button.click();
    await expect(email).toHaveValue(demoStudent.email);
    expect(page.url()).toBe(`${academy.url}/auth`);
    release();
    await expect(page).toHaveURL(`${academy.url}/coaching`);
  });
}

test('a password reset request submitted by Enter before hydration is sent after hydration', async ({
  page,
}) => {
  const release = await openBeforeHydration(page, `${academy.url}/forgot-password`);
  const email = page.getByLabel('Email');
  await email.fill(demoStudent.email);
  await email.press('Enter');
  await expect(email).toHaveValue(demoStudent.email);
  expect(page.url()).toBe(`${academy.url}/forgot-password`);
  release();
  await expect(page.getByText('Check your inbox')).toBeVisible();
});

test('input entered before hydration is preserved', async ({ page }) => {
  const release = await openBeforeHydration(page, `${academy.url}/auth?next=/kyc`);
  const { email, password, button } = loginForm(page);
  await email.fill(demoStudent.email);
  release();
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
  await expect(email).toHaveValue(demoStudent.email);
  await password.fill(demoStudent.password);
  await expect(email).toHaveValue(demoStudent.email);
  await button.click();
  await expect(page).toHaveURL(`${academy.url}/kyc`);
});

test('input entered before hydration overrides the saved draft of the sign-up form', async ({ page }) => {
  await page.goto(`${academy.url}/auth?tab=signup`);
  const form = page.getByRole('form', { name: 'Sign Up' });
  // The form is hydrated: from here on it can save a draft.
  await expect(form.getByLabel('Front side')).toBeEnabled();
  await form.getByLabel('First name').fill('Lena');
  await form.getByLabel('City').fill('Graz');
  await form.getByLabel('Document type').selectOption('passport');

  const release = await openBeforeHydration(page, `${academy.url}/auth?tab=signup`);
  await expect(form.getByLabel('City')).toHaveValue('');
  await form.getByLabel('City').fill('Linz');
  release();
  await expect(form.getByLabel('First name')).toHaveValue('Lena');
  await expect(form.getByLabel('Document type')).toHaveValue('passport');
  await form.getByLabel('Last name').fill('Novak');
  await expect(form.getByLabel('City')).toHaveValue('Linz');
  await page.reload();
  await expect(form.getByLabel('City')).toHaveValue('Linz');
  await expect(form.getByLabel('Last name')).toHaveValue('Novak');
});

test('switching between Login and Sign Up preserves the input, including the password', async ({ page }) => {
  await page.goto(`${academy.url}/auth?tab=signup`);
  const signUp = page.getByRole('form', { name: 'Sign Up' });
  await signUp.getByLabel('First name').fill('Lena');
  await signUp.getByLabel('Password', { exact: true }).fill('a fine secret');
  await page.getByRole('tab', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${academy.url}/auth?tab=login`);
  await loginForm(page).email.fill('lena@example.test');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(signUp.getByLabel('Password', { exact: true })).toHaveValue('a fine secret');
  await page.getByRole('tab', { name: 'Login' }).click();
  await expect(loginForm(page).email).toHaveValue('lena@example.test');
});

test('the login form loads neither validation nor upload code before the first input', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text());
  });
  await page.goto(`${academy.url}/auth`);
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const all = scripts.join('\n');
  expect(all).not.toContain('ZodError');
  expect(all).not.toContain('XMLHttpRequest');
  await loginForm(page).email.fill('x');
  await expect.poll(() => scripts.join('\n')).toContain('ZodError');
});

test('if the validation code fails to load, the server validates the form', async ({ page }) => {
  await page.route(/\/assets\/schemas-[^/]+\.js$/, (route) => route.abort());
  await page.goto(`${academy.url}/auth`);
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
  const { form, email, password, button } = loginForm(page);
  await email.fill('no address');
  await password.fill(demoStudent.password);
  await button.click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();
  await expect(form.getByText('Enter an email such as').first()).toBeVisible();
  await email.fill(demoStudent.email);
  await button.click();
  await expect(page).toHaveURL(`${academy.url}/coaching`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the login form cannot be submitted, and the password appears in no URL', async ({ page }) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(`${academy.url}/auth`);
    const { email, password, button } = loginForm(page);
    await email.fill(demoStudent.email);
    await password.fill(demoStudent.password);
    await button.click();
    await password.press('Enter');
    await expect(page).toHaveURL(`${academy.url}/auth`);
    await expect(password).toHaveValue(demoStudent.password);
    expect(urls.filter((url) => url.includes('password'))).toEqual([]);
  });
});
