import { waitFor, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectFieldError } from '../../../testing/screen/forms.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

let academy: TestApp;
let student: TestUser;
let screen: Screen;
let form: HTMLElement;

beforeAll(async () => {
  academy = await createTestApp();
  student = await academy.createUser({ password: testPassword });
});
afterAll(() => academy.close());
beforeEach(async () => {
  screen = await openScreen(academy, '/auth');
  form = await screen.findByRole('form', { name: 'Login' });
});
afterEach(() => screen.close());

async function logIn(email: string, password: string): Promise<void> {
  screen.fill(within(form).getByLabelText('Email'), email);
  screen.fill(within(form).getByLabelText('Password'), password);
  await screen.user.click(within(form).getByRole('button', { name: 'Login' }));
}

it.each([
  ['empty fields', '', ''],
  ['an email without an @ and a password of five characters', 'sam.example.test', '12345'],
])('the login form rejects %s and focuses the first invalid field', async (_what, email, password) => {
  await logIn(email, password);
  await expectFieldError(form, 'Email', 'Enter an email such as name@example.com');
  await expectFieldError(form, 'Password', 'Password must be at least 6 characters');
  await waitFor(() => expect(within(form).getByLabelText('Email')).toHaveFocus());
  expect(screen.network.sent.join()).not.toContain('auth.login');
});

it('wrong credentials are reported in a toast and in the form', async () => {
  await logIn(student.email, 'not the one');
  expect(await screen.readMessage('Login failed', 'Invalid credentials')).toBe('alert');
  expect(within(form).getByText('Invalid credentials')).toBeVisible();
});

it('a rate-limited login shows the reason', async () => {
  const message = 'Too many attempts. Please wait a minute.';
  screen.network.fail('auth.login', { status: 429, code: 'too_many_attempts', message });
  await logIn(student.email, testPassword);
  expect(await screen.readMessage('Login failed', message)).toBe('alert');
});

it('a successful login shows a welcome and opens the library', async () => {
  await logIn(student.email, testPassword);
  expect(await screen.readMessage('Login successful', 'Welcome back!')).toBe('status');
  await expect.poll(() => screen.address()).toBe('/coaching');
});
