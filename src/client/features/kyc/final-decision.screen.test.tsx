import { within } from '@testing-library/dom';
import { beforeEach, expect, it } from 'vitest';
import { submitForm } from '../../../server/kyc/testing/applicants.ts';
import type { OwnKycApplication } from '../../../shared/kyc/kyc.ts';
import { applicationDetails, pickSide } from '../../../testing/screen/forms.ts';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let applicant: TestUser;
let rejectFinally: () => Promise<unknown>;

beforeEach(async () => {
  applicant = await academy.createUser({ password: testPassword });
  const { id } = await submitForm(academy, applicant);
  const admin = academy.caller(await academy.createUser({ role: 'admin' })).admin;
  rejectFinally = () => admin.kyc.setStatus({ id, status: 'rejected', canResubmit: false });
});

it('if the decision became final while the applicant filled in another application, the page offers the appeal instead of the form', async () => {
  const screen = await openScreen(academy, '/kyc', { as: applicant });
  await screen.user.click(await screen.findByRole('button', { name: 'Send other documents instead' }));
  const form = await screen.findByRole<HTMLFormElement>('form', { name: 'Submit New KYC Application' });
  const inForm = within(form);
  for (const [label, value] of Object.entries(applicationDetails))
    screen.fill(inForm.getByLabelText(label), value);
  for (const side of ['Front', 'Back'] as const) {
    await pickSide(screen, form, side);
    await screen.readMessage('Document Uploaded', `${side} side uploaded`);
  }
  await rejectFinally();
  await screen.user.click(inForm.getByRole('button', { name: 'Submit KYC Application' }));
  await screen.readMessage('Error', 'Failed to submit KYC application. Please try again.');
  expect(await screen.findByRole('form', { name: 'Appeal' })).toBeVisible();
  expect(screen.queryByRole('form', { name: 'Submit New KYC Application' })).toBeNull();
});

it('an appeal that was sent is listed after the rejection, and the history gets the focus', async () => {
  await rejectFinally();
  const screen = await openScreen(academy, '/kyc', { as: applicant });
  screen.fill(await screen.findByLabelText('Why should we look at it again?'), 'It is my twin sister.');
  await screen.user.click(screen.getByRole('button', { name: 'Send the appeal' }));
  await screen.findByText(/^We have received your appeal/);
  const steps = screen.getAllByText(/^(Rejected|Appealed)$/, { selector: 'li' });
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Rejected \d+ \w+ \d{4}$/),
    expect.stringMatching(/^Appealed \d+ \w+ \d{4}$/),
  ]);
  expect(screen.queryByRole('button', { name: 'Send the appeal' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Previous Applications' })).toHaveFocus();
});

it('the history is shown without steps if a server of the previous version sends none', async () => {
  const screen = await openScreen(academy, '/', { as: applicant });
  screen.network.changeResponse('kyc.myApplications', (applications: OwnKycApplication[]) =>
    applications.map(({ history, ...application }) => application),
  );
  await screen.goTo('/kyc');
  await screen.findByText(/^Submitted /);
});
