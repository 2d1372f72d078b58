import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { documentImage } from '../../images.ts';
import { type Academy, admin, openAcademy } from '../academy.ts';
import { answerCalls, failCalls } from '../failing-calls.ts';
import { demoStudent, signIn } from '../sign-in.ts';
import { expectFieldError, expectMessage } from '../told-on-screen.ts';

/** The sentences of S1 §5 and §8 about accounts, uploads, identity and its review, each read on the screen that says it. */
test.describe.configure({ mode: 'serial' });

let academy: Academy;
let contexts: BrowserContext[];
let visitor: Page;
let student: Page;
let owner: Page;

const broken = { status: 500, code: 'internal' };

test.beforeAll(async ({ browser }) => {
  academy = await openAcademy();
  contexts = await Promise.all([0, 1, 2].map(() => browser.newContext({ baseURL: academy.url })));
  const [first, second, third] = contexts;
  if (!first || !second || !third) throw new Error('three browser contexts are needed');
  await signIn(second, academy.url, demoStudent);
  await signIn(third, academy.url, admin);
  [visitor, student, owner] = await Promise.all([first.newPage(), second.newPage(), third.newPage()]);
});
test.afterAll(async () => {
  await academy?.remove();
});

async function pick(form: Locator, side: 'Front' | 'Back', seed: number): Promise<void> {
  const isFront = side === 'Front';
  await form.getByLabel(`${side} side`, { exact: true }).setInputFiles({
    name: isFront ? 'front.jpg' : 'back.png',
    mimeType: isFront ? 'image/jpeg' : 'image/png',
    buffer: await documentImage(seed, isFront ? 'jpeg' : 'png'),
  });
}

/** Enter in a form whose button is disabled does nothing; a program that submits it is told why. */
const submitAnyhow = (form: Locator) =>
  form.evaluate((element) => (element as HTMLFormElement).requestSubmit());

test('login: both rules, a refusal, a failure, a welcome', async () => {
  await visitor.goto('/auth');
  const form = visitor.getByRole('form', { name: 'Login' });
  const login = form.getByRole('button', { name: 'Login', exact: true });
  await login.click();
  await expectFieldError(form, 'Email', 'Enter an email such as name@example.com');
  await expectFieldError(form, 'Password', 'Password must be at least 6 characters');
  await expect(form.getByLabel('Email')).toBeFocused();
  await form.getByLabel('Email').fill('sam.example.test');
  await form.getByLabel('Password', { exact: true }).fill('12345');
  await login.click();
  await expectFieldError(form, 'Email', 'Enter an email such as name@example.com');
  await expectFieldError(form, 'Password', 'Password must be at least 6 characters');

  await form.getByLabel('Email').fill(demoStudent.email);
  await form.getByLabel('Password', { exact: true }).fill('not the one');
  await login.click();
  await expectMessage(visitor, 'Login failed', 'Invalid credentials');
  await expect(form.getByText('Invalid credentials')).toBeVisible();
  const mend = await failCalls(visitor, 'auth.login', {
    status: 429,
    code: 'too_many_attempts',
    message: 'Too many attempts. Please wait a minute.',
  });
  await login.click();
  await expectMessage(visitor, 'Login failed', 'Too many attempts. Please wait a minute.');
  await mend();

  await form.getByLabel('Password', { exact: true }).fill(demoStudent.password);
  await login.click();
  await expectMessage(visitor, 'Login successful', 'Welcome back!');
  await visitor.waitForURL(/\/coaching$/);
  await visitor.request.post('/api/logout');
});

test('uploads of a visitor: no address, no transport, no safe keeping', async () => {
  await visitor.goto('/auth?tab=signup');
  const form = visitor.getByRole('form', { name: 'Sign Up' });
  const front = form.getByLabel('Front side', { exact: true });
  await expect(front).toBeEnabled();
  await expect(form.getByText('JPG, PNG, PDF up to 5 MB')).toHaveCount(2);
  await submitAnyhow(form);
  await expectMessage(
    visitor,
    'Documents Required',
    'Please upload both front and back side documents to continue',
  );

  let mend = await failCalls(visitor, 'kyc.requestUpload', broken);
  await pick(form, 'Front', 1);
  await expectMessage(visitor, 'Upload Error', 'Failed to get upload URL');
  await mend();

  const store = async (answer: { status: number; body?: string }) => {
    await visitor.unroute('**/uploads/**');
    await visitor.route('**/uploads/**', (route) => route.fulfill(answer));
  };
  await store({ status: 401 });
  await pick(form, 'Front', 1);
  await expectMessage(visitor, 'Upload Error', 'Authorization required');
  await store({ status: 403, body: JSON.stringify({ message: 'This address is for another file' }) });
  await pick(form, 'Front', 1);
  await expectMessage(visitor, 'Upload Error', 'This address is for another file');
  await store({ status: 404 });
  await pick(form, 'Front', 1);
  await expectMessage(visitor, 'Upload Error', 'Non 2xx');

  // Tried again after 0, 1, 3 and 5 seconds before it is given up.
  await visitor.unroute('**/uploads/**');
  let tries = 0;
  await visitor.route('**/uploads/**', (route) => {
    tries += 1;
    return route.abort();
  });
  await pick(form, 'Front', 1);
  await expectMessage(
    visitor,
    'Upload Error',
    'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.',
  );
  expect(tries).toBe(5);
  await visitor.unroute('**/uploads/**');

  mend = await failCalls(visitor, 'kyc.secureDocument', broken);
  await pick(form, 'Front', 1);
  await expectMessage(visitor, 'Upload Error', 'Failed to secure document. Please try again.');
  await mend();
});

test('registration: the missing side, every rule, both failures', async () => {
  const form = visitor.getByRole('form', { name: 'Sign Up' });
  const messages = visitor.getByRole('region', { name: 'Messages' });
  const create = form.getByRole('button', { name: 'Create Account' });
  await expect(form.getByText('Front and back side still missing')).toBeVisible();
  await pick(form, 'Back', 2);
  await expect(messages.getByText('Back side uploaded')).toBeVisible();
  await expect(form.getByText('Front side still missing', { exact: true })).toBeVisible();
  await expect(create).toBeDisabled();
  await pick(form, 'Front', 1);
  await expect(messages.getByText('Front side uploaded')).toBeVisible();
  await expect(create).toBeEnabled();
  await create.click();
  const required = {
    'First name': 'First name must be at least 2 characters',
    'Last name': 'Last name must be at least 2 characters',
    Email: 'Enter an email such as name@example.com',
    Password: 'Password must be at least 6 characters',
    'Document type': 'Document type is required',
    'Document number': 'Document number is required',
    'Date of birth': 'Date of birth is required',
    'Phone number': 'Phone number is required',
    Address: 'Address is required',
    City: 'City is required',
    State: 'State is required',
    Country: 'Country is required',
    'Postal code': 'Postal code is required',
  };
  for (const [label, message] of Object.entries(required)) await expectFieldError(form, label, message);
  await expect(form.getByLabel('First name')).toBeFocused();

  await form.getByLabel('First name').fill('A');
  await form.getByLabel('Last name').fill('B');
  await form.getByLabel('Password', { exact: true }).fill('12345');
  await form.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 5}-01-01`);
  await create.click();
  await expectFieldError(form, 'First name', required['First name']);
  await expectFieldError(form, 'Last name', required['Last name']);
  await expectFieldError(form, 'Password', required.Password);
  await expectFieldError(form, 'Date of birth', 'You must be at least 13 years old');

  const right = {
    'First name': 'Al',
    'Last name': 'Bo',
    Email: demoStudent.email,
    Password: 'six123',
    'Document number': 'X-1',
    'Date of birth': '1990-01-31',
    'Phone number': '+1 555 010 0199',
    Address: '1 Main Street',
    City: 'Trenton',
    State: 'New Jersey',
    Country: 'United States',
    'Postal code': '08601',
  };
  for (const [label, value] of Object.entries(right))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByLabel('Document type').selectOption('national_id');
  const mend = await failCalls(visitor, 'auth.register', broken);
  await create.click();
  await expectMessage(visitor, 'Registration failed', 'Failed to create account');
  await mend();
  await create.click();
  await expectMessage(visitor, 'Registration failed', 'An account with this email already exists');
  await form.getByLabel('Email').fill('al@example.test');
  await create.click();
  const card = visitor.getByRole('heading', { name: 'Documents Received!' });
  await expect(card).toBeVisible();
  await expect(
    visitor.getByText(/KYC is pending admin review. This usually takes 24-48 hours/),
  ).toBeVisible();
  const shownAt = Date.now();
  await visitor.waitForURL(`${academy.url}/`);
  expect(Date.now() - shownAt).toBeGreaterThan(2_000);
});

test('KYC: every rule, a failure, a session that is over', async () => {
  await student.goto('/kyc');
  const form = student.getByRole('form', { name: 'Submit New KYC Application' });
  const submit = form.getByRole('button', { name: 'Submit KYC Application' });
  const bothSides = 'Please upload both front and back sides of your document before submitting.';
  await expect(form.getByText(bothSides)).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(form.getByLabel('Document 1 type')).toHaveValue('passport');
  await expect(form.getByLabel('Document 2 type')).toHaveValue('drivers_license');
  await submitAnyhow(form);
  await expectMessage(student, 'Error', bothSides);
  await pick(form, 'Front', 3);
  await expectMessage(student, 'Document Uploaded', 'Front side uploaded');
  await pick(form, 'Back', 4);
  await expectMessage(student, 'Document Uploaded', 'Back side uploaded');
  for (const label of ['First name', 'Last name']) await form.getByLabel(label).fill(' ');
  await submit.click();
  for (const label of [
    'First name',
    'Last name',
    'Date of birth',
    'Phone number',
    'Address',
    'City',
    'State',
    'Country',
    'Postal code',
    'Document 1 number',
    'Document 2 number',
  ]) {
    await expectFieldError(form, label, `${label} is required`);
  }

  const right = {
    'First name': 'Sam',
    'Last name': 'Okafor',
    'Date of birth': '1990-01-31',
    'Phone number': '+1 555 010 0199',
    Address: '1 Main Street',
    City: 'Trenton',
    State: 'New Jersey',
    Country: 'United States',
    'Postal code': '08601',
    'Document 1 number': 'P-1',
    'Document 2 number': 'D-2',
  };
  for (const [label, value] of Object.entries(right))
    await form.getByLabel(label, { exact: true }).fill(value);
  let mend = await failCalls(student, 'kyc.submitApplication', broken);
  await submit.click();
  await expectMessage(student, 'Error', 'Failed to submit KYC application. Please try again.');
  await mend();

  mend = await failCalls(student, 'kyc.submitApplication', {
    status: 401,
    code: 'not_signed_in',
    message: 'Unauthorized',
  });
  const away = student.waitForRequest(/\/api\/login\?next=\/kyc$/);
  await submit.click();
  const messages = student.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Unauthorized', { exact: true })).toBeVisible();
  await expect(messages.getByText('You are logged out. Logging in again...')).toBeVisible();
  await away;
  await mend();

  // The session was there all the time, so that the way leads straight back, to what was typed.
  await student.waitForURL(/\/kyc$/);
  await expect(form.getByLabel('Postal code')).toHaveValue('08601');
  await pick(form, 'Front', 3);
  await expect(form.getByRole('button', { name: 'Replace Front side' })).toBeVisible();
  await pick(form, 'Back', 4);
  await expect(form.getByRole('button', { name: 'Replace Back side' })).toBeVisible();
  await submit.click();
  await expectMessage(student, 'KYC Application Submitted', 'Review usually takes 24-48 hours.');
});

test('who one is cannot be told, and a path that is no page', async () => {
  const mend = await failCalls(student, 'auth.me', broken);
  await student.goto('/profile');
  await expect(student.getByRole('heading', { name: 'Failed to fetch user' })).toBeVisible();
  await mend();
  await student.goto('/no/such/page');
  await expect(student.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(student.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('exports that fail', async () => {
  await owner.goto('/admin');
  for (const [button, path, title, description] of [
    ['Export JSON', '**/api/admin/export-users', 'JSON export failed', 'Failed to export data'],
    ['Export CSV', '**/api/admin/export-users-csv', 'CSV export failed', 'Failed to export CSV data'],
  ] as const) {
    await owner.route(path, (route) => route.fulfill({ status: 500, body: '{}' }));
    await owner.getByRole('button', { name: button }).click();
    await expectMessage(owner, title, description);
    await owner.unroute(path);
  }
});

test('the quick decision: nothing to decide, a failure, and the note that it leaves', async () => {
  const approve = owner.getByRole('button', { name: 'Approve Dana Whitfield' });
  let mend = await answerCalls(owner, 'admin.recentUsers', []);
  await approve.click();
  await expectMessage(owner, 'Update failed', 'No KYC application found for this user');
  await mend();
  await owner.goto('/admin');
  mend = await failCalls(owner, 'admin.setApplicationStatus', broken);
  await approve.click();
  const messages = owner.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Update failed')).toBeVisible();
  await expect(messages.getByText(/^Failed to update KYC status/)).toBeVisible();
  await mend();
  await approve.click();
  await expectMessage(owner, 'User status updated', 'Dana Whitfield: Approved');
  await owner.getByRole('button', { name: 'View documents of Dana Whitfield' }).click();
  const dialog = owner.getByRole('dialog');
  await expect(
    dialog.getByText(/^Approved via Recent Users section by admin on \d+ [A-Z][a-z]{2} \d{4}$/),
  ).toBeVisible();
  for (const side of ['Front', 'Back']) {
    await expect(dialog.getByRole('link', { name: `View ${side} side in a new tab` })).toBeVisible();
    await expect(dialog.getByRole('link', { name: `Download ${side} side` })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toHaveCount(0);
});

test('the documents dialog: a session that is over, a failure, Retry Loading, and pictures that cannot be drawn', async () => {
  const open = owner.getByRole('button', { name: 'View documents of Lena Ortiz' });
  const dialog = owner.getByRole('dialog');
  let mend = await failCalls(owner, 'admin.user', { status: 403, code: 'forbidden' });
  await open.click();
  await expect(dialog.getByText('Admin session expired. Please refresh and try again.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: /sign in again/i })).toBeVisible();
  await mend();
  await dialog.getByRole('button', { name: 'Retry Loading' }).click();
  await expect(dialog.getByRole('heading', { name: 'Personal info' })).toBeVisible();

  await owner.goto('/admin?tab=stats');
  mend = await failCalls(owner, 'admin.user', broken);
  await open.click();
  await expect(dialog.getByText('Unable to fetch user data. Please try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Retry Loading' }).click();
  // A second failure leads back to the dashboard.
  await expect(dialog).toHaveCount(0);
  await expect(owner).toHaveURL(/\/admin$/);
  await mend();

  for (const [answer, title] of [
    [{ status: 200, contentType: 'image/jpeg', body: 'no picture' }, 'Document Preview Not Available'],
    [{ status: 502, body: '{}' }, 'Unable to load document image'],
    [{ status: 404, body: '{}' }, 'Document not available'],
  ] as const) {
    await owner.route('**/objects/*', (route) => route.fulfill(answer));
    await open.click();
    await expect(dialog.getByText(title, { exact: true })).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toHaveCount(0);
    await owner.unroute('**/objects/*');
  }
});

test('the review itself: a failure keeps the note', async () => {
  await owner.goto('/admin?tab=kyc&q=lindqvist');
  await owner.getByRole('button', { name: 'Review Maya Lindqvist' }).click();
  await owner.getByLabel('Note to the applicant').fill('Both sides are clear.');
  const mend = await failCalls(owner, 'admin.setApplicationStatus', {
    status: 400,
    code: 'invalid_input',
    message: 'This cannot be decided',
  });
  await owner.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectMessage(owner, 'Review failed', 'This cannot be decided');
  await expect(owner.getByText('Failed to update KYC status')).toBeVisible();
  await expect(owner.getByLabel('Note to the applicant')).toHaveValue('Both sides are clear.');
  await mend();
});
