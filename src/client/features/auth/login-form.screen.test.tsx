import { waitFor, within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { answer, createCoach } from '../../../server/coaching/testing/asked-questions.ts';
import { storeAcademyHands } from '../../../server/hands/academy-hands.operations.ts';
import { createAdmin, createTestProduct } from '../../../server/payments/testing/purchases.ts';
import { dayMs } from '../../../shared/durations.ts';
import { formatCents } from '../../../shared/money.ts';
import { academyHands, buildAcademyHand } from '../../../shared/poker/academy-hands/academy-hands.ts';
import { decisionsOf } from '../../../shared/poker/deal.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { addDays } from '../../../shared/time-zone.ts';
import { expectFieldError } from '../../../testing/screen/forms.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let student: TestUser;
let product: AdminProduct;
let screen: Screen;
let form: HTMLElement;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword });
  product = await createTestProduct(academy, await createAdmin(academy));
});
beforeEach(async () => {
  screen = await openScreen(academy, '/auth');
  form = await screen.findByRole('form', { name: 'Login' });
});

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

it('drafts are kept if the same user logs in after the session has ended, and deleted if another user does', async () => {
  const other = await academy.createUser({ password: testPassword });
  const text = 'PokerStars Hand #1';
  sessionStorage.setItem('draft:hands', JSON.stringify({ text }));
  const logInAndEndSession = async (user: TestUser) => {
    await logIn(user.email, testPassword);
    await expect.poll(() => screen.url()).toBe('/coaching');
    await screen.findByRole('heading', { level: 1 });
    await academy.deps.db.deleteFrom('sessions').execute();
    await screen.reload();
    await screen.findByRole('heading', { name: 'Authentication Required' });
    await screen.goTo('/auth');
    form = await screen.findByRole('form', { name: 'Login' });
  };
  await logInAndEndSession(student);
  await logInAndEndSession(student);
  expect(sessionStorage.getItem('draft:hands')).toContain(text);
  await logInAndEndSession(other);
  expect(sessionStorage.getItem('draft:hands')).toBeNull();
});

it('what a user loaded before their session ended is not shown to the next user', async () => {
  const [before, next] = [
    await academy.createUser({ password: testPassword }),
    await academy.createUser({ password: testPassword }),
  ];
  const { day } = await academy.caller(before).goals.today();
  await academy.caller(before).goals.save({ date: day.date, notes: 'Lost my temper' });
  await logIn(before.email, testPassword);
  await expect.poll(() => screen.url()).toBe('/coaching');
  const openGoals = async () => {
    await screen.user.click(await screen.findByRole('button', { name: 'Open menu' }));
    await screen.user.click(await screen.findByRole('link', { name: 'Goals' }));
    await screen.findByRole('heading', { name: 'Today' });
  };
  await openGoals();
  await screen.findByText('Lost my temper');
  await screen.user.click(screen.getByRole('link', { name: 'Products' }));
  const buy = await screen.findByRole('button', {
    name: `Buy ${formatCents(product.price)} ${product.title}`,
  });
  await screen.settle();
  await academy.deps.db.deleteFrom('sessions').execute();
  await screen.user.click(buy);
  form = await screen.findByRole('form', { name: 'Login' });
  await logIn(next.email, testPassword);
  await screen.findByRole('heading', { level: 1, name: product.title });
  screen.network.hold(/goals\./);
  await openGoals();
  expect(screen.queryByText('Lost my temper')).toBeNull();
});

it('if the session ended while an application was being written, the login page says that its text is kept', async () => {
  const sentence = /What you typed in your application is kept\.$/;
  sessionStorage.setItem('draft-owner', JSON.stringify('1'));
  // Two drafts of other forms: an admin’s notes on a case, and the answer to a reviewer’s request.
  sessionStorage.setItem('draft:kyc:2', JSON.stringify({ adminNotes: 'Blurred' }));
  sessionStorage.setItem('draft:kyc-answer:3', JSON.stringify({ city: 'Trenton' }));
  await screen.goTo('/auth?next=/kyc');
  await screen.findByRole('form', { name: 'Login' });
  expect(screen.queryByText(sentence)).toBeNull();
  sessionStorage.setItem('draft:kyc:1', JSON.stringify({ city: 'Trenton' }));
  await screen.goTo('/auth?next=/coaching');
  await screen.findByRole('form', { name: 'Login' });
  expect(screen.queryByText(sentence)).toBeNull();
  await screen.goTo('/auth?next=/kyc');
  expect(await screen.findByText(sentence)).toBeVisible();
});

it('a successful login shows a welcome and opens the library', async () => {
  await logIn(student.email, testPassword);
  expect(await screen.readMessage('Login successful', 'Welcome back!')).toBe('status');
  await expect.poll(() => screen.url()).toBe('/coaching');
});

it('a page that was loaded for a visitor shows the user’s own data once they log in', async () => {
  const admin = await academy.createUser({ role: 'admin' });
  const coach = await createCoach(academy, admin);
  const [source] = academyHands;
  if (!source) throw new Error('the academy has no hands');
  const { id, hand } = buildAcademyHand(source);
  const handId = (await storeAcademyHands(academy.deps)).get(id) ?? '';
  const day = addDays(academy.deps.now().toISOString().slice(0, 10), 1);
  await academy.caller(coach).daily.save({
    day,
    handId,
    atAction: decisionsOf(hand)[0] ?? 0,
    question: 'What do you do?',
    options: answer.options,
    reason: answer.reason,
    leak: null,
    productId: null,
    updatedAt: null,
  });
  academy.clock.advance(dayMs);
  await academy.caller(student).daily.answer({ day, choice: 1 });

  await screen.goTo('/daily');
  await screen.findByRole('button', { name: 'Raise' });
  await screen.goTo('/auth');
  form = await screen.findByRole('form', { name: 'Login' });
  await logIn(student.email, testPassword);
  await expect.poll(() => screen.url()).toBe('/coaching');
  await screen.goTo('/daily');
  await screen.findByRole('heading', { name: 'How the hand continued' });
  expect(screen.queryByRole('button', { name: 'Raise' })).toBeNull();
});
