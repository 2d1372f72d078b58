import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { createApplicant, submitForm } from '../../../../server/kyc/testing/applicants.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

/** Opens the dashboard with a new user who waits for a decision. @returns the id of the application */
async function openWith(firstName: string): Promise<string> {
  const name = { firstName, lastName: 'Queue' };
  const { id } = await submitForm(academy, await academy.createUser(name), name);
  screen = await openScreen(academy, '/admin?tab=stats', { as: admin });
  await screen.findByRole('button', { name: `Approve ${firstName} Queue` });
  await screen.settle();
  return id;
}
const press = (name: string) => screen.user.click(screen.getByRole('button', { name }));
const statusOf = async (id: string) => (await academy.caller(admin).admin.kyc.get({ id })).application.status;

async function openDocuments(name: string) {
  await press(`View documents of ${name}`);
  return within(await screen.findByRole('dialog', { name: `Documents of ${name}` }));
}
const dialogIsClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('a quick decision on an application that was already decided is reported as failed', async () => {
  const id = await openWith('Rhea');
  await academy.caller(admin).admin.kyc.setStatus({ id, status: 'rejected' });
  await press('Approve Rhea Queue');
  expect(await screen.readMessage('Update failed', 'No KYC application found for this user')).toBe('alert');
  expect(screen.getByRole('alert')).toHaveTextContent('Rhea Queue: No KYC application found for this user');
  await screen.settle();
  expect(screen.queryByRole('button', { name: 'Approve Rhea Queue' })).toBeNull();
  expect(await statusOf(id)).toBe('rejected');
});

it('a quick decision does not decide an application that was sent after the page was loaded', async () => {
  const applicant = await academy.createUser({ firstName: 'Rita', lastName: 'Queue' });
  await submitForm(academy, applicant, { firstName: 'Rita', lastName: 'Queue' });
  screen = await openScreen(academy, '/admin?tab=stats', { as: admin });
  await screen.findByRole('button', { name: 'Approve Rita Queue' });
  await screen.settle();
  const newer = await submitForm(academy, applicant, { firstName: 'Rita', lastName: 'Queue' });
  await press('Approve Rita Queue');
  await screen.readMessage('Update failed', 'There is a newer application. Open the case with Review.');
  await screen.settle();
  expect(await statusOf(newer.id)).toBe('pending');
  // The list has been loaded again, so the next decision is about the newer application.
  await press('Approve Rita Queue');
  await screen.findByText('User status updated');
  expect(await statusOf(newer.id)).toBe('approved');
});

it('a quick decision is reported as failed if another admin makes the same decision at the same time', async () => {
  const other = await academy.createUser({ role: 'admin', firstName: 'Otto', lastName: 'Owner' });
  const id = await openWith('Rolf');
  const release = screen.network.hold('admin.kyc.setStatus');
  await press('Approve Rolf Queue');
  await waitFor(() => expect(screen.network.sent.at(-1)).toContain('admin.kyc.setStatus'));
  await academy.caller(other).admin.kyc.setStatus({ id, status: 'approved' });
  release();
  await screen.readMessage('Update failed', 'Another admin made the same decision');
  await screen.settle();
  expect(screen.queryByText('User status updated')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Undo / })).toBeNull();
});

it('a failed quick decision is reported; the next attempt succeeds and can be undone', async () => {
  const id = await openWith('Sol');
  const restore = screen.network.fail('admin.kyc.setStatus', { status: 500, code: 'internal' });
  await press('Approve Sol Queue');
  expect(await screen.readMessage('Update failed', /^Failed to update KYC status/)).toBe('alert');
  expect(screen.getByRole('alert')).toHaveTextContent('Sol Queue: Failed to update KYC status');
  restore();
  await press('Approve Sol Queue');
  await screen.findByText('User status updated');
  expect(screen.getByText(/^Sol Queue: Approved\. The email goes out in /)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await statusOf(id)).toBe('approved');
  await press('Undo the decision on Sol Queue');
  await screen.findByText('Decision undone');
  await screen.findByRole('button', { name: 'Approve Sol Queue' });
  expect(await statusOf(id)).toBe('pending');
});

it('if an admin rejects without choosing a reason, the focus moves to the reason field; its error is gone when the dialog opens again', async () => {
  const id = await openWith('Rosa');
  await press('Reject Rosa Queue');
  await press('Reject application');
  const reason = screen.getByLabelText('Reason');
  expect(reason).toHaveFocus();
  expect(reason).toHaveAccessibleDescription('Choose the reason, so that the applicant knows what to do');
  expect(await statusOf(id)).toBe('pending');
  await press('Cancel');
  await dialogIsClosed();
  await press('Reject Rosa Queue');
  expect(within(await screen.findByRole('dialog')).getByLabelText('Reason')).toBeValid();
});

it('the note that a quick decision adds appears in the documents dialog', async () => {
  await openWith('Tara');
  await press('Approve Tara Queue');
  await screen.findByText('User status updated');
  const dialog = await openDocuments('Tara Queue');
  expect(
    await dialog.findByText(/^Approved via Recent Users section by admin on \d+ [A-Z][a-z]{2} \d{4}$/),
  ).toBeVisible();
});

it('the documents dialog shows the personal info and links to both documents, and can be closed', async () => {
  await openWith('Uma');
  const dialog = await openDocuments('Uma Queue');
  expect(await dialog.findByRole('heading', { name: 'Personal info' })).toBeVisible();
  expect(dialog.getByText('4 Quay Street')).toBeVisible();
  const links = dialog.getAllByRole('link').map((link) => link.getAttribute('aria-label'));
  expect(links).toEqual([
    'View Front side in a new tab',
    'Download Front side',
    'View Back side in a new tab',
    'Download Back side',
  ]);
  await screen.user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await dialogIsClosed();
});

it('when the documents dialog is opened again, it shows an application that the user has sent in the meantime', async () => {
  const name = { firstName: 'Ulla', lastName: 'Queue' };
  const applicant = await academy.createUser(name);
  await submitForm(academy, applicant, { ...name, documentNumber1: 'FIRST-1001' });
  screen = await openScreen(academy, '/admin?tab=stats', { as: admin });
  await screen.findByRole('button', { name: 'View documents of Ulla Queue' });
  const earlier = await openDocuments('Ulla Queue');
  await earlier.findByText(/1001$/);
  await screen.user.click(earlier.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await dialogIsClosed();
  await submitForm(academy, applicant, { ...name, documentNumber1: 'SECOND-2002' });
  const dialog = await openDocuments('Ulla Queue');
  await dialog.findByText(/2002$/);
});

it('if an account has no name, the title of the documents dialog contains the email address', async () => {
  const nameless = await academy.createUser({ firstName: '', lastName: '' });
  await submitForm(academy, nameless);
  await openWith('Ute');
  const dialog = await openDocuments(nameless.email);
  const name = await dialog.findByText('Name');
  expect(name.nextElementSibling).toHaveTextContent('Not given');
});

it('if an image cannot be rendered, the documents dialog says so, and still offers the download', async () => {
  await openWith('Vera');
  const dialog = await openDocuments('Vera Queue');
  fireEvent.error(await dialog.findByRole('img', { name: 'Front side of the identity document' }));
  expect(await dialog.findByText('Document Preview Not Available')).toBeVisible();
  expect(dialog.getByText('The image cannot be displayed. Download it.')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Download Front side' })).toBeVisible();
  expect(await dialog.findByRole('img', { name: 'Back side of the identity document' })).toBeVisible();
});

it('a failed load of the documents can be retried', async () => {
  await openWith('Wim');
  const restore = screen.network.fail('admin.users.withApplication', { status: 500, code: 'internal' });
  const dialog = await openDocuments('Wim Queue');
  await dialog.findByText('Unable to fetch user data. Please try again.');
  restore();
  await screen.user.click(dialog.getByRole('button', { name: 'Retry Loading' }));
  expect(await dialog.findByRole('heading', { name: 'Personal info' })).toBeVisible();
});

it('if the session has expired, the documents dialog offers a login; if loading fails again, the dialog closes', async () => {
  await openWith('Xena');
  screen.network.fail('admin.users.withApplication', { status: 403, code: 'forbidden' });
  const dialog = await openDocuments('Xena Queue');
  const expired = 'Admin session expired. Please refresh and try again.';
  await dialog.findByText(expired);
  expect(dialog.getByRole('link', { name: 'Log in again' })).toHaveAttribute(
    'href',
    `/auth?next=${encodeURIComponent('/admin?tab=stats')}`,
  );
  await screen.user.click(dialog.getByRole('button', { name: 'Retry Loading' }));
  await dialogIsClosed();
  expect(await screen.readMessage('The documents could not be loaded', expired)).toBe('alert');
  expect(screen.url()).toBe('/admin');
});

it('if an application has warnings, Recent Users shows them and offers a review instead of a one-click approval', async () => {
  const minor = await createApplicant(academy, { dateOfBirth: '2012-06-01' });
  screen = await openScreen(academy, '/admin', { as: admin });
  const row = within(await screen.findByRole('row', { name: new RegExp(minor.user.email) }));
  expect(row.getByText('Under age')).toBeVisible();
  expect(row.queryByRole('button', { name: /^Approve/ })).toBeNull();
  await screen.user.click(row.getByRole('link', { name: /^Review/ }));
  await screen.findByText(/years old; the minimum is 18$/);
  expect(screen.url()).toContain(`case=${minor.id}`);
  await screen.user.click(screen.getByRole('button', { name: 'Reject' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('option', { name: 'Younger than the minimum age' })).toBeInTheDocument();
});

it('the documents dialog of Recent Users shows the warnings of the case', async () => {
  const minor = await createApplicant(academy, { dateOfBirth: '2012-06-01' });
  screen = await openScreen(academy, '/admin', { as: admin });
  const row = within(await screen.findByRole('row', { name: new RegExp(minor.user.email) }));
  await screen.user.click(row.getByRole('button', { name: /^View documents/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/years old; the minimum is 18$/)).toBeVisible();
});

it('Recent Users and the list of users show that a case waits for its applicant, and Recent Users links to the case', async () => {
  const asked = await createApplicant(academy);
  const { id } = asked;
  const name = new RegExp(asked.user.email);
  await academy
    .caller(admin)
    .admin.kyc.setStatus({ id, status: 'requires_review', requestedItems: ['back_side'] });
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  expect(within(await screen.findByRole('row', { name })).getByText('Waiting for applicant')).toBeVisible();
  await screen.goTo('/admin');
  const row = within(await screen.findByRole('row', { name }));
  expect(row.getByText('Waiting for applicant')).toBeVisible();
  expect(row.queryByText('Needs review')).toBeNull();
  await screen.user.click(row.getByRole('link', { name: /^Review/ }));
  await screen.findByText('Asked for: back side.');
});
