import { focusManager } from '@tanstack/react-query';
import { waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { eraseDecidedDocuments } from '../../../server/kyc/retention.operations.ts';
import { submitForm } from '../../../server/kyc/testing/applicants.ts';
import { applicationDetails, expectFieldError, pickSide } from '../../../testing/screen/forms.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;
let form: HTMLFormElement;
let applicant: TestUser;

beforeEach(async () => {
  applicant = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/kyc', { as: applicant });
  form = await findForm();
});

const details = { 'First name': 'Sam', 'Last name': 'Okafor', ...applicationDetails };

const findForm = () => screen.findByRole<HTMLFormElement>('form', { name: 'Submit New KYC Application' });
const field = (label: string) => within(form).getByLabelText(label);
const submitButton = () => within(form).getByRole('button', { name: 'Submit KYC Application' });

async function sendBothSides(): Promise<void> {
  for (const side of ['Front', 'Back'] as const) {
    await pickSide(screen, form, side);
    expect(await screen.readMessage('Document Uploaded', `${side} side uploaded`)).toBe('status');
  }
}

function fillIn(): void {
  for (const [label, value] of Object.entries(details)) screen.fill(field(label), value);
}

async function submit(): Promise<void> {
  await screen.user.click(submitButton());
}

const readSubmittedMessage = () =>
  screen.readMessage('KYC Application Submitted', 'Review usually takes 24-48 hours.');

it('an application without both sides of a document is not sent, and a message asks for both sides', async () => {
  const sentence = 'Please upload both front and back sides of your document before submitting.';
  expect(within(form).getByText(sentence)).toBeVisible();
  expect(submitButton()).toBeDisabled();
  // The button and Enter do not submit the form here, but a script can.
  form.requestSubmit();
  expect(await screen.readMessage('Error', sentence)).toBe('alert');
  expect(screen.network.sent.join()).not.toContain('kyc.submitApplication');
  await sendBothSides();
  expect(within(form).queryByText(sentence)).toBeNull();
  expect(submitButton()).toBeEnabled();
});

it('the form cannot be submitted while a large photo is being made smaller', async () => {
  await sendBothSides();
  const { promise, reject } = Promise.withResolvers<never>();
  vi.stubGlobal('createImageBitmap', () => promise);
  const photo = new window.File([new Uint8Array(11 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' });
  await screen.user.upload(field('Front side: photo page'), photo);
  expect(submitButton()).toBeDisabled();
  reject(new Error('No memory'));
  vi.unstubAllGlobals();
  await within(form).findByText(/^Your earlier file stays/);
  expect(submitButton()).toBeEnabled();
});

it('the document types default to passport and driver’s license', () => {
  expect(field('Document 1 type')).toHaveValue('passport');
  expect(field('Document 2 type')).toHaveValue('drivers_license');
});

it('each empty field is reported as required', async () => {
  await sendBothSides();
  for (const label of ['First name', 'Last name']) screen.fill(field(label), ' ');
  await submit();
  for (const label of Object.keys(details)) await expectFieldError(form, label, `${label} is required`);
});

it('a failed submission is reported, and a retry sends the same form', async () => {
  fillIn();
  await sendBothSides();
  const restore = screen.network.fail('kyc.submitApplication', { status: 500, code: 'internal' });
  await submit();
  expect(await screen.readMessage('Error', 'Failed to submit KYC application. Please try again.')).toBe(
    'alert',
  );
  restore();
  await submit();
  expect(await readSubmittedMessage()).toBe('status');
});

it('if the session has expired, the applicant is sent to the login, and afterwards finds the entered text in the form', async () => {
  fillIn();
  await sendBothSides();
  const restore = screen.network.fail('kyc.submitApplication', {
    status: 401,
    code: 'not_signed_in',
    message: 'Unauthorized',
  });
  await submit();
  const messages = within(screen.getByRole('region', { name: 'Messages' }));
  expect(await messages.findByText('Unauthorized')).toBeVisible();
  expect(messages.getByText('You are logged out. Logging in again...')).toBeVisible();
  await expect.poll(() => screen.network.sent).toContain('GET /api/login');
  await screen.settle();
  restore();

  // The session has not really expired, so the login page redirects back.
  expect(screen.url()).toBe('/kyc');
  form = await findForm();
  for (const [label, value] of Object.entries(details)) expect(field(label)).toHaveValue(value);
  await sendBothSides();
  await submit();
  expect(await readSubmittedMessage()).toBe('status');
});

it('the form is collapsed during a review and prefilled after a rejection', async () => {
  await sendBothSides();
  fillIn();
  await submit();
  await readSubmittedMessage();
  const showForm = await screen.findByRole('button', { name: 'Send other documents instead' });
  expect(screen.queryByRole('form', { name: 'Submit New KYC Application' })).toBeNull();
  await screen.user.click(showForm);
  expect(await findForm()).toBeVisible();

  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  const [application] = await admin.admin.kyc.all({ userId: applicant.userId });
  await admin.admin.kyc.setStatus({ id: application?.id ?? '', status: 'rejected' });
  await screen.reload();
  form = await findForm();
  await expect.poll(() => field('Address')).toHaveValue('1 Main Street');
  expect(field('Date of birth')).toHaveValue('1990-01-31');
  expect(field('Date of birth')).toHaveAccessibleDescription('31 Jan 1990');
  expect(field('Document 1 number')).toHaveValue('');

  const request = 'Fix this and send a new application below.';
  expect(screen.getByText(request)).toBeVisible();
  await sendBothSides();
  for (const label of ['Document 1 number', 'Document 2 number']) screen.fill(field(label), 'XB204');
  await submit();
  await readSubmittedMessage();
  await screen.findByRole('button', { name: 'Send other documents instead' });
  expect(screen.queryByText(request)).toBeNull();
});

it('after a rejection, the form has the name of the rejected application, although the account has another name', async () => {
  const { id } = await submitForm(academy, applicant, { firstName: 'Nora', lastName: 'Kestrel' });
  await screen.reload();
  await screen.findByRole('button', { name: 'Send other documents instead' });
  await screen.settle();
  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  await admin.admin.kyc.setStatus({ id, status: 'rejected' });
  await screen.reload();
  form = await findForm();
  await expect.poll(() => field('Address')).toHaveValue('4 Quay Street');
  expect(field('First name')).toHaveValue('Nora');
  expect(field('Last name')).toHaveValue('Kestrel');
});

it('after an application with one document, the form expects both sides of one document again', async () => {
  fillIn();
  await screen.user.selectOptions(field('Document 2 type'), ['passport']);
  await sendBothSides();
  await submit();
  await readSubmittedMessage();
  await screen.user.click(await screen.findByRole('button', { name: 'Send other documents instead' }));
  form = await findForm();
  await expect.poll(() => field('Both images are the same document')).toBeChecked();
  expect(field('Document 2 type')).toHaveValue('passport');
  expect(field('Address')).toHaveValue('');
});

it('two documents of the same type stay two documents after a reload', async () => {
  await submitForm(academy, applicant);
  await screen.reload();
  await screen.user.click(await screen.findByRole('button', { name: 'Send other documents instead' }));
  form = await findForm();
  await screen.user.selectOptions(field('Document 2 type'), ['passport']);
  for (const number of [1, 2]) screen.fill(field(`Document ${number} number`), `P-${number}`);
  await screen.reload();
  // The form shows what was typed without another press of the button.
  form = await findForm();
  await expect.poll(() => field('Document 2 number')).toHaveValue('P-2');
  await screen.settle();
  expect(field('Both images are the same document')).not.toBeChecked();
});

it('after a reload, the form for an answer shows details that the applicant has changed as fields, not as unchanged', async () => {
  const { id } = await submitForm(academy, applicant);
  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  await admin.admin.kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  await screen.reload();
  const answerForm = () => screen.findByRole('form', { name: 'Answer our request' });
  expect(within(await answerForm()).queryByLabelText('City')).toBeNull();
  await screen.user.click(await screen.findByRole('button', { name: 'Change your details' }));
  screen.fill(screen.getByLabelText('City'), 'Lisbon');
  await screen.reload();
  expect(within(await answerForm()).getByLabelText('City')).toHaveValue('Lisbon');
  expect(screen.queryByRole('button', { name: 'Change your details' })).toBeNull();
});

it('the form for an answer to a request asks for document numbers that were erased after a decision', async () => {
  const { id } = await submitForm(academy, applicant);
  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  await admin.admin.kyc.setStatus({ id, status: 'approved' });
  await eraseDecidedDocuments(academy.deps, -1);
  await admin.admin.kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  await screen.reload();
  form = await screen.findByRole<HTMLFormElement>('form', { name: 'Answer our request' });
  for (const number of [1, 2]) {
    expect(field(`Document ${number} number`)).toHaveAccessibleDescription(
      'We no longer have this number. Please type it again.',
    );
    screen.fill(field(`Document ${number} number`), `P-${number}`);
  }
  await sendBothSides();
  await screen.user.click(within(form).getByRole('button', { name: 'Send your answer' }));
  await readSubmittedMessage();
});

it('an answer is not sent while an additional picture is uploading', async () => {
  const { id } = await submitForm(academy, applicant);
  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  await admin.admin.kyc.setStatus({ id, status: 'requires_review', requestedItems: ['proof_of_address'] });
  await screen.reload();
  form = await screen.findByRole<HTMLFormElement>('form', { name: 'Answer our request' });
  await pickSide(screen, form, 'Front');
  await screen.readMessage('Document Uploaded', 'Front side uploaded');
  const send = within(form).getByRole('button', { name: 'Send your answer' });
  expect(send).toBeEnabled();
  const restore = screen.network.hold('/uploads/');
  await pickSide(screen, form, 'Back');
  expect(send).toBeDisabled();
  expect(send).toHaveAccessibleDescription('A picture is still uploading.');
  // The button and Enter do not submit the form here, but a script can.
  form.requestSubmit();
  await screen.readMessage('Error', 'A picture is still uploading.');
  expect(screen.network.sent.join()).not.toContain('kyc.answerRequest');
  restore();
  await screen.readMessage('Document Uploaded', 'Back side uploaded');
  expect(send).toBeEnabled();
});

it('the error about a picture that cannot be used disappears when the applicant picks another one', async () => {
  const { id } = await submitForm(academy, applicant);
  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  await admin.admin.kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  await screen.reload();
  form = await screen.findByRole<HTMLFormElement>('form', { name: 'Answer our request' });
  await pickSide(screen, form, 'Front');
  await screen.readMessage('Document Uploaded', 'Front side uploaded');
  for (const number of [1, 2]) {
    const typed = within(form).queryByLabelText(`Document ${number} number`);
    if (typed) screen.fill(typed, `P-${number}`);
  }
  const message = 'This upload was already used';
  screen.network.fail('kyc.answerRequest', { status: 409, code: 'conflict', message });
  await screen.user.click(within(form).getByRole('button', { name: 'Send your answer' }));
  await within(form).findByText(message);
  await pickSide(screen, form, 'Front');
  await screen.readMessage('Document Uploaded', 'Front side uploaded');
  expect(within(form).queryByText(message)).toBeNull();
});

it('when the student returns to the page after a rejection, the form is filled in from the rejected application, except for fields that the student has filled in', async () => {
  const { id } = await submitForm(academy, applicant, { firstName: 'Nora', lastName: 'Kestrel' });
  await screen.reload();
  await screen.user.click(await screen.findByRole('button', { name: 'Send other documents instead' }));
  form = await findForm();
  await pickSide(screen, form, 'Front');
  await screen.readMessage('Document Uploaded', 'Front side uploaded');
  screen.fill(field('City'), 'Lisbon');
  await screen.settle();
  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  await admin.admin.kyc.setStatus({ id, status: 'rejected' });
  focusManager.onFocus();
  await screen.findByText('Fix this and send a new application below.');
  await expect.poll(() => field('Address')).toHaveValue('4 Quay Street');
  expect(field('City')).toHaveValue('Lisbon');
  await pickSide(screen, form, 'Back');
  await screen.readMessage('Document Uploaded', 'Back side uploaded');
  expect(submitButton()).toBeEnabled();
});

it('if an application is sent and rejected while the page stays open, the form for the next application starts with the same values', async () => {
  await sendBothSides();
  fillIn();
  await submit();
  await readSubmittedMessage();
  await screen.findByRole('button', { name: 'Send other documents instead' });
  await screen.settle();
  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  const [application] = await admin.admin.kyc.all({ userId: applicant.userId });
  await admin.admin.kyc.setStatus({ id: application?.id ?? '', status: 'rejected' });
  focusManager.onFocus();
  form = await findForm();
  await expect.poll(() => field('Address')).toHaveValue('1 Main Street');
});

it('when the student returns after the approval, the page no longer says that buying requires a verified identity', async () => {
  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  await admin.admin.settings.update([{ key: 'kycGate', value: 'purchases' }]);
  const { id } = await submitForm(academy, applicant);
  await screen.reload();
  const notice = await screen.findByText(/^You can buy as soon as your identity is verified/);
  await screen.settle();
  await admin.admin.kyc.setStatus({ id, status: 'approved' });
  focusManager.onFocus();
  await screen.findByText(/^Your identity is verified/);
  await waitFor(() => expect(notice).not.toBeInTheDocument());
});

it('the form keeps its text if the session has ended when the student returns to the page', async () => {
  screen.fill(field('City'), 'Lisbon');
  await academy.deps.db.deleteFrom('sessions').where('user_id', '=', applicant.userId).execute();
  focusManager.onFocus();
  await screen.settle();
  expect(field('City')).toHaveValue('Lisbon');
  expect(field('City')).toBeVisible();
});

it('the form for an answer also asks for details that were requested after the page was opened, and keeps what was entered', async () => {
  const { id } = await submitForm(academy, applicant);
  const { kyc } = academy.caller(await academy.createUser({ role: 'admin' })).admin;
  await kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  await screen.reload();
  form = await screen.findByRole<HTMLFormElement>('form', { name: 'Answer our request' });
  await pickSide(screen, form, 'Front');
  await screen.readMessage('Document Uploaded', 'Front side uploaded');
  await kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side', 'explanation'] });
  focusManager.onFocus();
  screen.fill(await within(form).findByLabelText('City'), 'Lisbon');
  await kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  focusManager.onFocus();
  await screen.settle();
  expect(field('City')).toHaveValue('Lisbon');
  await screen.user.click(within(form).getByRole('button', { name: 'Send your answer' }));
  await readSubmittedMessage();
});

it('a student who sent a whole application instead of an answer can answer the next request', async () => {
  const { id } = await submitForm(academy, applicant);
  const { kyc } = academy.caller(await academy.createUser({ role: 'admin' })).admin;
  const ask = (application: string) =>
    kyc.setStatus({ id: application, status: 'requires_review', requestedItems: ['front_side'] });
  await ask(id);
  await screen.reload();
  await screen.user.click(await screen.findByRole('button', { name: 'Fill in a whole application' }));
  form = await findForm();
  fillIn();
  await sendBothSides();
  await submit();
  await readSubmittedMessage();
  await screen.settle();
  const [newest] = await kyc.all({ userId: applicant.userId });
  await ask(newest?.id ?? '');
  focusManager.onFocus();
  expect(await screen.findByRole('form', { name: 'Answer our request' })).toBeVisible();
});
