import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import {
  askedQuestion,
  createCoach,
  thought,
  verifiedStudent,
} from '../../../../server/coaching/testing/asked-questions.ts';
import { createApplicant } from '../../../../server/kyc/testing/applicants.ts';
import { createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import { changeUser } from '../../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let student: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({
    role: 'admin',
    password: testPassword,
    firstName: 'Olga',
    lastName: 'Whitfield',
  });
  student = await academy.createUser({ firstName: 'Nora', lastName: 'Lind' });
});

const open = async () => {
  screen = await openScreen(academy, `/admin/users/${student.userId}`, { as: admin });
  await screen.findByRole('heading', { level: 1, name: /Lind$/ });
};
const press = (name: string) => screen.user.click(screen.getByRole('button', { name }));

it('the account dialog explains what changing the email address does, and shows at the field why an address is rejected', async () => {
  await open();
  await press('Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit account' }));
  expect(dialog.queryByRole('button', { name: 'Save account' })).toBeNull();
  screen.fill(dialog.getByLabelText('Email address'), admin.email);
  screen.fill(dialog.getByLabelText('Reason'), 'A typo in the address');
  expect(dialog.getByText(/^The user logs in with the new address from now on/)).toBeVisible();
  await screen.user.click(dialog.getByRole('button', { name: 'Save account' }));
  await dialog.findByText('Another account has this email address');
  screen.fill(dialog.getByLabelText('Email address'), 'nora@example.test');
  await screen.user.click(dialog.getByRole('button', { name: 'Save account' }));
  await screen.readMessage('Account changed', 'A link to verify the address went to nora@example.test.');
  const history = within(await screen.findByRole('list', { name: 'History' }));
  await history.findByText('Email address changed');
  expect(screen.getByText('nora@example.test, not verified')).toBeVisible();
});

it('unsaved text stays in the dialog when another admin changes the account, and when the admin decides not to leave the page', async () => {
  const other = await academy.createUser({ firstName: 'Mila', lastName: 'Berg' });
  screen = await openScreen(academy, `/admin/users/${other.userId}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit account' }));
  screen.fill(dialog.getByLabelText('Last name'), 'Björk');
  screen.fill(dialog.getByLabelText('Reason'), 'Married');
  const { account } = await academy.caller(admin).admin.users.get({ id: other.userId });
  const byAnother = { id: account.id, email: account.email, lastName: 'Berg', updatedAt: account.updatedAt };
  academy.clock.advance(1_000);
  await academy.caller(admin).admin.users.edit({ ...byAnother, firstName: 'Milla', reason: 'A typo' });
  await screen.user.click(dialog.getByRole('button', { name: 'Save account' }));
  await dialog.findByText(/^This account was changed while you edited it/);
  await waitFor(() => expect(dialog.getByLabelText('First name')).toHaveValue('Milla'));
  expect(dialog.getByLabelText('Last name')).toHaveValue('Björk');

  await screen.user.click(screen.getByRole('link', { name: /All users/, hidden: true }));
  // The click outside the dialog and the blocked navigation both ask whether to leave. Wait for the second question.
  await screen.settle();
  await screen.user.click(await dialog.findByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByLabelText('Reason')).toHaveValue('Married');
  await screen.user.click(await dialog.findByRole('button', { name: 'Save account' }));
  await screen.readMessage('Account changed');
  await screen.findByRole('heading', { level: 1, name: 'Milla Björk' });
});

it('an unsaved name stays in the dialog if the admin’s session has ended and the admin cancels the login', async () => {
  await open();
  await press('Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit account' }));
  screen.fill(dialog.getByLabelText('First name'), 'Leonora');
  screen.fill(dialog.getByLabelText('Reason'), 'As in the passport');
  await academy.deps.db.deleteFrom('sessions').execute();
  await screen.user.click(dialog.getByRole('button', { name: 'Save account' }));
  const signIn = within(await screen.findByRole('dialog', { name: 'You were logged out' }));
  await screen.user.click(signIn.getByRole('button', { name: 'Cancel' }));
  expect(await dialog.findByText('You are logged out. Please log in again.')).toBeVisible();
  expect(dialog.getByLabelText('First name')).toHaveValue('Leonora');
});

it('the heading and the list of applications say that an application that was sent back waits for the applicant', async () => {
  const { id, user } = await createApplicant(academy);
  const { kyc } = academy.caller(admin).admin;
  await kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  screen = await openScreen(academy, `/admin/users/${user.userId}`, { as: admin });
  expect(await screen.findAllByText('Waiting for applicant')).toHaveLength(2);
});

it('no product can be chosen if the list of products cannot be loaded, and the field says so', async () => {
  await open();
  screen.network.fail('admin.users.grantableProducts', { status: 500, code: 'internal' });
  await press('Give a product');
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('The products could not be loaded');
  expect(dialog.getByLabelText('Product')).toHaveDisplayValue('Could not be loaded. Reload the page.');
});

it('the data of the logged-in admin is fetched again after a product is given or taken back, in case the account is the admin’s own', async () => {
  await createTestProduct(academy, { ...admin, role: 'admin' }, { type: 'pdf', title: 'River Bluffs' });
  await open();
  const userFetches = () => screen.network.sent.filter((request) => request.includes('auth.me')).length;
  await screen.settle();
  const before = userFetches();
  await press('Give a product');
  const giving = within(await screen.findByRole('dialog'));
  await screen.user.selectOptions(
    giving.getByLabelText('Product'),
    await giving.findByRole('option', { name: /River Bluffs$/ }),
  );
  screen.fill(giving.getByLabelText('Reason'), 'Won it');
  await screen.user.click(giving.getByRole('button', { name: 'Give product' }));
  await screen.user.click(await screen.findByRole('button', { name: /^Take .*River Bluffs back$/ }));
  expect(userFetches()).toBe(before + 1);
  const taking = within(await screen.findByRole('dialog'));
  screen.fill(taking.getByLabelText('Reason'), 'A mistake');
  await screen.user.click(taking.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(userFetches()).toBe(before + 2));
});

it('several tags can be removed at the same time', async () => {
  const { userId: id } = await academy.createUser();
  for (const tag of ['First', 'Second']) await academy.caller(admin).admin.users.addTag({ ids: [id], tag });
  screen = await openScreen(academy, `/admin/users/${id}`, { as: admin });
  await screen.findByRole('button', { name: 'Remove the tag First' });
  const release = screen.network.hold('admin.users.removeTag');
  await press('Remove the tag First');
  await press('Remove the tag Second');
  release();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove the tag/ })).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Tags' })).toHaveFocus());
});

it('memberships that cannot be loaded again stay on the page, below an error', async () => {
  const { userId: id } = await academy.createUser();
  screen = await openScreen(academy, `/admin/users/${id}`, { as: admin });
  await screen.findByText(/because there is no paid or complimentary membership/);
  screen.network.fail('admin.subscriptions.ofUser', { status: 500, code: 'internal' });
  screen.fill(screen.getByLabelText('Tag'), 'Late');
  await press('Add tag');
  await screen.findByText('The memberships could not be loaded');
  expect(screen.getByText(/because there is no paid or complimentary membership/)).toBeVisible();
});

it('a note is added and deleted; the page then has the focus, because the button that opened the confirmation is gone', async () => {
  const { userId: id } = await academy.createUser();
  screen = await openScreen(academy, `/admin/users/${id}`, { as: admin });
  const field = await screen.findByRole('textbox', { name: 'New note' });
  screen.fill(field, 'Called twice');
  await press('Add note');
  await waitFor(() => expect(field).toHaveValue(''));
  await screen.user.click(await screen.findByRole('button', { name: /^Delete the note of/ }));
  await press('Delete note');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('if another admin has already deleted the account, the dialog says so, and the page is updated', async () => {
  const { userId: id } = await academy.createUser({ firstName: 'Lena', lastName: 'Roth' });
  screen = await openScreen(academy, `/admin/users/${id}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account of Lena Roth?' }));
  screen.fill(dialog.getByLabelText('Reason'), 'Asked by phone');
  await academy.caller(admin).admin.users.delete({ id, reason: 'Asked by email' });
  await screen.user.click(dialog.getByRole('button', { name: 'Delete account' }));
  await dialog.findByText('This account is scheduled for deletion already.');
  expect(dialog.getByLabelText('Reason')).toHaveValue('Asked by phone');
  await screen.findByText(/^This account is erased on /);
});

it('the page of an account that was erased meanwhile says that there is no such user', async () => {
  const { userId } = await academy.createUser({ firstName: 'Petra', lastName: 'Holm' });
  screen = await openScreen(academy, `/admin/users/${userId}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Send password link' }));
  await changeUser(academy, { userId }, { deleted_at: academy.deps.now() });
  await screen.user.click(await screen.findByRole('button', { name: 'Send link' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such user' })).toBeVisible();
  expect(screen.queryByText('Petra Holm')).toBeNull();
});

it('the data of a user disappears once the admin who is viewing it has lost the admin role', async () => {
  await open();
  screen.network.fail('admin.users.get', { status: 403, code: 'forbidden' });
  screen.fill(screen.getByRole('combobox', { name: 'Tag' }), 'Regular');
  await press('Add tag');
  expect(await screen.findByText('The user could not be loaded')).toBeVisible();
  expect(screen.queryByText(/Nora Lind/)).toBeNull();
});

it('invalid numbers and long texts are rejected at their fields, and nothing is cut off', async () => {
  await open();
  await press('Give questions');
  const dialog = within(await screen.findByRole('dialog', { name: /^Give Nora Lind more questions/ }));
  screen.fill(dialog.getByLabelText(/^Valid for/), '1,5');
  await screen.user.click(dialog.getByRole('button', { name: 'Give questions' }));
  await dialog.findByText('Enter a whole number from 1 to 730');
  screen.fill(dialog.getByLabelText(/^Valid for/), '1.000');
  await screen.user.click(dialog.getByRole('button', { name: 'Give questions' }));
  await screen.settle();
  dialog.getByText('Enter a whole number from 1 to 730');
  await screen.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.user.click(dialog.getByRole('button', { name: 'Discard' }));
  const tag = screen.getByLabelText('Tag');
  await screen.user.type(tag, 'a'.repeat(41));
  await press('Add tag');
  await screen.findByText('Please use at most 40 characters');
  expect(tag).toHaveValue('a'.repeat(41));
});

it('the page shows a student’s questions and how many more the student may ask, and links to the questions only for coaches', async () => {
  const asker = await verifiedStudent(academy);
  const coach = await createCoach(academy, admin);
  const questionId = await askedQuestion(academy, asker);
  screen = await openScreen(academy, `/admin/users/${asker.userId}`, { as: admin });
  const table = within(await screen.findByRole('table', { name: 'Questions to coaches' }));
  expect(table.getByText('Waiting for a coach')).toBeVisible();
  expect(screen.getByText('0 questions left to ask, 1 hand stored')).toBeVisible();
  expect(table.queryByRole('link')).toBeNull();
  expect(document.body).not.toHaveTextContent(thought);
  await press('Give questions');
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByLabelText('Questions')).toHaveFocus());
  screen.fill(dialog.getByLabelText('Reason'), 'A late answer');
  await screen.user.click(dialog.getByRole('button', { name: 'Give questions' }));
  await screen.findByText('1 question left to ask, 1 hand stored');
  await within(screen.getByRole('list', { name: 'History' })).findByText('Extra questions given');
  await screen.close();

  await academy.caller(admin).admin.users.setRole({ id: coach.userId, role: 'admin', reason: 'A test' });
  screen = await openScreen(academy, `/admin/users/${asker.userId}`, { as: coach });
  const link = await screen.findByRole('link', { name: /^Open question/ });
  expect(link).toHaveAttribute('href', `/coach?view=read&question=${questionId}`);
});

it('sensitive actions are in a group of their own, and a reply in the history links to its message', async () => {
  const writer = await academy.createUser({ firstName: 'Ilse', lastName: 'Lind' });
  const message = { name: 'Ilse', email: writer.email, topic: 'general', message: 'May I pause?' } as const;
  await academy.caller(writer).contact.send(message);
  const { contact } = academy.caller(admin).admin;
  const [{ id } = { id: '' }] = (await contact.list({ filter: 'open' })).items;
  await contact.reply({ id, version: 1, body: 'Yes, you may.', close: true });
  screen = await openScreen(academy, `/admin/users/${writer.userId}`, { as: admin });
  const sensitiveActions = within(await screen.findByRole('group', { name: 'Sensitive actions' }));
  expect(sensitiveActions.getByRole('button', { name: 'Delete account' })).toBeVisible();
  expect(sensitiveActions.queryByRole('button', { name: 'Send password link' })).toBeNull();
  const link = await screen.findByRole('link', { name: /^Message ?: Reply sent$/ });
  expect(link).toHaveAttribute('href', `/admin?tab=messages&view=all&case=${id}`);
});

it('if another admin has suspended the user in the meantime, the dialog says so and keeps the reason that was entered in it', async () => {
  const user = await academy.createUser({ firstName: 'Piet', lastName: 'Lind' });
  screen = await openScreen(academy, `/admin/users/${user.userId}`, { as: admin });
  await screen.findByRole('heading', { level: 1, name: 'Piet Lind' });
  await press('Suspend');
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Piet Lind?' }));
  screen.fill(dialog.getByLabelText('Reason'), 'Shared the videos');
  const other = await academy.createUser({ role: 'admin' });
  await academy.caller(other).admin.users.suspend({ id: user.userId, reason: 'A stolen laptop' });
  await screen.user.click(dialog.getByRole('button', { name: 'Suspend account' }));
  await dialog.findByText('The account could not be suspended');
  expect(dialog.getByText('This account is suspended already. See the notes for the reason.')).toBeVisible();
  expect(dialog.getByLabelText('Reason')).toHaveValue('Shared the videos');
  await screen.findByText('Suspended: A stolen laptop');
});

it('an admin schedules the deletion of an account, and then cancels the deletion', async () => {
  await open();
  await press('Delete account');
  let dialog = within(await screen.findByRole('dialog', { name: 'Delete the account of Nora Lind?' }));
  screen.fill(dialog.getByLabelText('Reason'), 'Asked by email');
  await screen.user.click(dialog.getByRole('button', { name: 'Delete account' }));
  await screen.readMessage(/^Erased on \d+ \w+ \d{4}, unless the deletion is canceled$/);
  await screen.findByText(/^This account is erased on/);
  for (const name of ['Send password link', 'Give a membership', 'Give a product', 'Give questions'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await press('Keep account');
  dialog = within(await screen.findByRole('dialog', { name: 'Keep the account of Nora Lind?' }));
  screen.fill(dialog.getByLabelText('Reason'), 'Changed their mind');
  await screen.user.click(dialog.getByRole('button', { name: 'Keep account' }));
  await screen.readMessage('The account of Nora Lind stays');
  await screen.findByRole('button', { name: 'Delete account' });
});

it('the page gives the reason for the membership, adds and removes a tag, and shows no ids', async () => {
  await academy.caller(admin).admin.subscriptions.grantPlan({
    userId: student.userId,
    plan: 'gold',
    reason: 'Won a tournament',
  });
  await open();
  await screen.findByText(
    (_, element) => element?.textContent === 'Gold, because Olga Whitfield gave it without an end date.',
  );
  screen.fill(screen.getByLabelText('Tag'), 'Early bird');
  await press('Add tag');
  await screen.findByText('Early bird');
  await press('Remove the tag Early bird');
  await screen.findByText('Tag removed');
  await waitFor(() => expect(screen.queryByText('Early bird')).toBeNull());
  expect(document.body.textContent).not.toContain(student.userId);
  expect(screen.getByRole('button', { name: 'Copy user id' })).toBeVisible();

  await press('Take Gold back');
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Gold back?' }));
  screen.fill(dialog.getByLabelText('Reason'), 'Not them after all');
  await screen.user.click(dialog.getByRole('button', { name: 'Take back' }));
  await screen.findByText('Taken back');
  await screen.findByText(/because there is no paid or complimentary membership/);
});

it('an admin suspends a user, ends the suspension, and changes the user’s role, but cannot change their own role', async () => {
  const user = await academy.createUser({ firstName: 'Mara', lastName: 'Quist' });
  const act = async (button: string, title: string, confirm: string, reason: string) => {
    await screen.user.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    screen.fill(dialog.getByLabelText('Reason'), reason);
    await screen.user.click(dialog.getByRole('button', { name: confirm }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  screen = await openScreen(academy, `/admin/users/${user.userId}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Suspend' }));
  await press('Suspend account');
  await screen.findByText('Say why, in a few words');
  expect(screen.getByLabelText('Reason')).toHaveFocus();
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act('Suspend', 'Suspend Mara Quist?', 'Suspend account', 'Shared the password');
  await screen.findByText('Suspended: Shared the password');
  await act('End suspension', 'End the suspension of Mara Quist?', 'End suspension', 'It was a mistake');
  await act('Make admin', 'Make Mara Quist an admin?', 'Make admin', 'Coaches with us now');
  await act('Remove admin role', 'Remove the admin role from Mara Quist?', 'Remove role', 'Left the team');
  await screen.findByRole('button', { name: 'Make admin' });

  await screen.goTo(`/admin/users/${admin.userId}`);
  await screen.findByText(/^This is you\./);
  for (const name of ['Suspend', 'Remove admin role'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
