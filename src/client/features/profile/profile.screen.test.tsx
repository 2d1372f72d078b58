import { waitFor, within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { submitForm } from '../../../server/kyc/testing/applicants.ts';
import { httpClient } from '../../../testing/http-client.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { shortcutKey } from '../../lib/shortcut-key.ts';

const academy = setUpTestApp({ env: { TRUST_PROXY: '127.0.0.1', COUNTRY_HEADER: 'CF-IPCountry' } });
let student: TestUser;
let screen: Screen;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword, lastName: 'Whitfield' });
});
beforeEach(async () => {
  screen = await openScreen(academy, '/profile', { as: student });
  await screen.findByText('Active Member');
});

const region = (name: string) => within(screen.getByRole('region', { name }));
const personal = () => region('Personal information');

it('the profile shows the user’s data and which of it can be changed', async () => {
  expect(screen.getByText('USER')).toBeVisible();
  expect(screen.getByText('Active Member')).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent(/Member since \d{1,2} [A-Z][a-z]{2} \d{4}/);
  expect(personal().getByText('User ID')).toBeVisible();
  await screen.user.click(personal().getByRole('button', { name: 'Edit' }));
  expect(await personal().findAllByRole('textbox')).toHaveLength(2);
  expect(personal().getByLabelText('First Name')).toHaveFocus();
  screen.fill(personal().getByLabelText('First Name'), 'Somebody else');
  await screen.user.click(personal().getByRole('button', { name: 'Cancel' }));
  expect(personal().queryByText('Somebody else')).toBeNull();
  expect(personal().getByRole('button', { name: 'Edit' })).toHaveFocus();
  await screen.settle();
  expect(region('Progress Overview').getByRole('link', { name: 'View All Sessions' })).toHaveAttribute(
    'href',
    '/coaching',
  );
  for (const name of ['Change Password', /^Download My Data/, /^Delete Account/])
    expect(screen.getByRole('button', { name })).toBeVisible();
  expect(screen.getByRole('main').querySelector('a[href="/kyc"]')).toBeVisible();
});

it('the profile asks a student without an application for documents, but not an admin', async () => {
  expect(region('Identity').getByRole('link', { name: 'Send your documents' })).toBeVisible();
  const admin = await academy.createUser({ role: 'admin', password: testPassword });
  screen = await openScreen(academy, '/profile', { as: admin });
  await screen.findByText('You need no approved identity to run the academy.');
  expect(region('Identity').queryByRole('link')).toBeNull();
});

it('a switch turns single keys off as shortcuts, and on again', async () => {
  const control = () => region('Keyboard').getByRole('switch', { name: 'Single keys are shortcuts' });
  const shortcut = () => shortcutKey({ key: 'b', code: 'KeyB' });
  expect(control()).toBeChecked();
  await screen.user.click(control());
  expect(control()).not.toBeChecked();
  expect(shortcut()).toBe('Unidentified');
  await screen.user.click(control());
  expect(control()).toBeChecked();
  expect(shortcut()).toBe('b');
});

it('saving shows "Saving..." and then a confirmation', async () => {
  const restore = screen.network.hold('profile.updateNames');
  await screen.user.click(personal().getByRole('button', { name: 'Edit' }));
  screen.fill(await personal().findByLabelText('Last Name'), 'Changed');
  await screen.user.click(personal().getByRole('button', { name: 'Save' }));
  expect(personal().getByRole('button', { name: 'Saving...' })).toBeVisible();
  restore();
  expect(await screen.readMessage('Profile Updated', 'Your profile has been successfully updated.')).toBe(
    'status',
  );
  expect(personal().getByText('Changed')).toBeVisible();
  await screen.reload();
  await screen.findByText('Active Member');
  expect(personal().getByText('Changed')).toBeVisible();
});

it('a name that was changed in another tab is not overwritten before the student has seen it', async () => {
  await screen.user.click(personal().getByRole('button', { name: 'Edit' }));
  screen.fill(await personal().findByLabelText('First Name'), 'Typed');
  const names = { firstName: 'Stored', lastName: 'Elsewhere' };
  const { profile, auth } = academy.caller(student);
  await profile.updateNames({ id: student.userId, ...names });
  await screen.user.click(personal().getByRole('button', { name: 'Save' }));
  await screen.readMessage('Update Failed', /^This name was changed after you opened the form/);
  expect(await auth.me()).toMatchObject(names);
  await personal().findByText('“Stored” was saved in the meantime. Save again to use what you entered.');
  expect(personal().getByLabelText('Last Name')).toHaveValue('Elsewhere');
  await screen.user.click(personal().getByRole('button', { name: 'Save' }));
  await screen.readMessage('Profile Updated');
  expect(await auth.me()).toMatchObject({ firstName: 'Typed', lastName: 'Elsewhere' });
});

it('a failed update is reported, and typed text stays', async () => {
  await screen.user.click(personal().getByRole('button', { name: 'Edit' }));
  screen.fill(await personal().findByLabelText('Last Name'), 'Kept');
  screen.network.drop('profile.updateNames');
  await screen.user.click(personal().getByRole('button', { name: 'Save' }));
  expect(await screen.readMessage('Update Failed', 'Failed to update user')).toBe('alert');
  expect(personal().getByLabelText('Last Name')).toHaveValue('Kept');
});

it('if the questions about the game cannot be loaded, an error says so, and they can be loaded again', async () => {
  await screen.settle();
  const restore = screen.network.fail('learning.studyProfile', { status: 500, code: 'internal' });
  await screen.reload();
  await screen.findByText('Your answers about your game could not be loaded');
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('region', { name: 'Your game' });
});

it('showing all opened files removes the button, so the heading takes the focus', async () => {
  await screen.settle();
  screen.network.changeResponse('learning.myAccesses', () =>
    Array.from({ length: 6 }, (_, index) => ({
      title: `File ${index}`,
      openedAt: `2026-11-0${index + 1}T10:00:00.000Z`,
    })),
  );
  await screen.reload();
  await screen.findByText('File 4');
  expect(screen.queryByText('File 5')).toBeNull();
  await screen.user.click(region('Files you opened').getByRole('button', { name: 'Show all' }));
  expect(screen.getByText('File 5')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Files you opened' })).toHaveFocus());
});

it('an applicant who must send documents again is led to the page that lists them', async () => {
  const { id } = await submitForm(academy, student);
  const admin = academy.caller(await academy.createUser({ role: 'admin' }));
  await admin.admin.kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  await screen.reload();
  await screen.findByText('Active Member');
  expect(region('Identity').getByRole('link', { name: 'See your application' })).toHaveAttribute(
    'href',
    '/kyc',
  );
  expect(region('Identity').getByText(/shows whether we need something from you/)).toBeVisible();
});

it('a device shows the country of its login only if it is known', async () => {
  await screen.settle();
  await screen.close();
  const { email } = await academy.createUser({ password: testPassword });
  const headers = { 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': 'DE' };
  const credentials = { email, password: testPassword };
  await httpClient(academy.app).request('POST', '/api/login', credentials, headers);
  screen = await openScreen(academy, '/profile', { as: { email } });
  await screen.findByText(/^Germany · 203\.0\.113\.\* · used /);
  const current = screen.getByText('This device').closest('li');
  expect(current).toHaveTextContent(/127\.0\.0\.\* · used /);
  expect(current).not.toHaveTextContent(/· 127/);
});

it('a logged-out device disappears, and the focus moves to the device that remains', async () => {
  await screen.settle();
  await screen.close();
  // The student of the other tests has many devices, because each test logs in.
  const { email } = await academy.createUser({ password: testPassword });
  await httpClient(academy.app).request('POST', '/api/login', { email, password: testPassword });
  screen = await openScreen(academy, '/profile', { as: { email } });
  await screen.user.click(await screen.findByRole('button', { name: /^Log out / }));
  await expect.poll(() => screen.queryByRole('button', { name: /^Log out / })).toBeNull();
  await waitFor(() => expect(screen.getByText('This device').closest('li')).toHaveFocus());
  await screen.readMessage('Logged out');
});

it('a wrong current password is reported only at its field', async () => {
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: 'Change Password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }));
  screen.fill(dialog.getByLabelText('Current password'), 'not this one');
  for (const label of ['New password', 'Repeat the new password'])
    screen.fill(dialog.getByLabelText(label), 'another long password');
  await screen.user.click(dialog.getByRole('button', { name: 'Change Password' }));
  await dialog.findByText('This is not your current password');
  expect(dialog.queryByText('The password was not changed')).toBeNull();
});

it('after a copy of the data was requested, “Download My Data” can still take the focus, but pressing it does nothing', async () => {
  await screen.settle();
  const button = screen.getByRole('button', { name: 'Download My Data' });
  await screen.user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Download My Data' }));
  screen.fill(dialog.getByLabelText('Your password'), testPassword);
  await screen.user.click(dialog.getByRole('button', { name: 'Request my data' }));
  await screen.findByText(/^Your copy is being prepared/);
  expect(button).toBeEnabled();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await screen.user.click(button);
  expect(screen.queryByRole('dialog', { name: 'Download My Data' })).toBeNull();
});

it('a copy of the data that has expired while the page was open can no longer be saved', async () => {
  const at = '2026-11-20T12:00:00.000Z';
  const ready = { id: 'copy', status: 'ready', sizeBytes: 9, requestedAt: at, expiresAt: at, nextAt: at };
  const expire = screen.network.changeResponse('privacy.latestExport', () => ready);
  await screen.reload();
  const save = await screen.findByRole('button', { name: /^Save the ZIP file/ });
  const message = 'This copy is no longer available';
  screen.network.fulfill('/api/privacy/exports/', () => Response.json({ message }, { status: 410 }));
  expire();
  await screen.user.click(save);
  expect(await screen.readMessage('The copy was not saved', message)).toBe('alert');
  await waitFor(() => expect(save).not.toBeInTheDocument());
});
