import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { maxPeopleAtOnce } from '../../../../shared/admin/bulk-users.ts';
import { changeUser } from '../../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let people: TestUser[];
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword, firstName: 'Olga' });
  people = [];
  for (const firstName of ['Nora', 'Ivo', 'Mara']) {
    people.push(await academy.createUser({ firstName, lastName: 'Lind' }));
  }
});

const press = (name: string | RegExp) => screen.user.click(screen.getByRole('button', { name }));
const select = (name: string) => screen.user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));

it('selected users get a tag, by which the list can then be filtered', async () => {
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  await screen.findByRole('checkbox', { name: 'Select Nora Lind' });
  expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();
  await select('Nora Lind');
  await select('Mara Lind');
  const bar = within(screen.getByRole('region', { name: 'Selected people' }));
  expect(bar.getByRole('status')).toHaveTextContent('2 selected');
  await press('Add tag...');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tag 2 people?' }));
  await screen.user.click(dialog.getByRole('button', { name: 'Tag 2 people' }));
  expect(await dialog.findByText('Write a tag')).toBeVisible();
  screen.fill(dialog.getByLabelText('Tag'), 'Cohort 3');
  await screen.user.click(dialog.getByRole('button', { name: 'Tag 2 people' }));
  await screen.readMessage('2 people got the tag “Cohort 3”');
  expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();
  await screen.user.selectOptions(screen.getByLabelText('Tag'), 'Cohort 3');
  await screen.findByText('2 users');
  expect(screen.url()).toContain('tag=Cohort');
  expect(screen.queryByRole('checkbox', { name: 'Select Ivo Lind' })).toBeNull();
});

it('a response that arrives after the selection was cleared opens no dialog for the next selection', async () => {
  screen = await openScreen(academy, '/admin?tab=users&q=lind', { as: admin });
  await screen.findByRole('checkbox', { name: 'Select Nora Lind' });
  await select('Nora Lind');
  await select('Mara Lind');
  const release = screen.network.hold('admin.users.preview');
  await press('Email...');
  await press('Clear');
  release();
  await screen.settle();
  await select('Ivo Lind');
  expect(screen.getByText('1 selected')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Email...');
  await screen.findByRole('dialog', { name: 'Email 1 person a notice?' });
});

it('the selection is restored when an admin returns from a user’s page to the list by the link or the back button, but not when the admin opens the list by its tab', async () => {
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  await screen.findByRole('checkbox', { name: 'Select Nora Lind' });
  await select('Nora Lind');
  await select('Mara Lind');
  await screen.user.click(screen.getByRole('link', { name: /Ivo Lind/ }));
  await screen.findByRole('heading', { name: 'Ivo Lind' });
  window.history.back();
  expect(await screen.findByRole('checkbox', { name: 'Select Nora Lind' })).toBeChecked();
  expect(screen.getByText('2 selected')).toBeVisible();
  for (const count of ['2 selected', '3 selected']) {
    await screen.user.click(screen.getByRole('link', { name: /Ivo Lind/ }));
    await screen.findByRole('heading', { name: 'Ivo Lind' });
    await screen.user.click(screen.getByRole('link', { name: /All users/ }));
    expect(await screen.findByText(count)).toBeVisible();
    if (count === '2 selected') await select('Ivo Lind');
  }
  await screen.user.click(screen.getByRole('tab', { name: 'Product Management' }));
  await screen.user.click(await screen.findByRole('tab', { name: 'Users' }));
  expect(await screen.findByRole('checkbox', { name: 'Select Nora Lind' })).not.toBeChecked();
});

it('a restored selection leaves out a user who is no longer listed', async () => {
  const leaving = await academy.createUser({ firstName: 'Otto', lastName: 'Lindqvist' });
  screen = await openScreen(academy, '/admin?tab=users&q=lind', { as: admin });
  await screen.findByRole('checkbox', { name: 'Select Nora Lind' });
  await select('Nora Lind');
  await select('Otto Lindqvist');
  await screen.user.click(screen.getByRole('link', { name: /Ivo Lind/ }));
  await screen.findByRole('heading', { name: 'Ivo Lind' });
  await changeUser(academy, leaving, { last_name: 'Berg' });
  window.history.back();
  expect(await screen.findByText('1 selected')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select Nora Lind' })).toBeChecked();
  expect(screen.queryByRole('checkbox', { name: 'Select Otto Lindqvist' })).toBeNull();
});

it('sorting the list in another order clears the selection, and returning to the first order does not restore it', async () => {
  screen = await openScreen(academy, '/admin?tab=users&q=lind', { as: admin });
  await screen.user.click(await screen.findByRole('checkbox', { name: 'Select Nora Lind' }));
  await screen.findByRole('region', { name: 'Selected people' });
  await screen.user.selectOptions(screen.getByLabelText('Sort by'), 'oldest');
  await waitFor(() => expect(screen.url()).toContain('sort=oldest'));
  await screen.user.selectOptions(screen.getByLabelText('Sort by'), 'newest');
  await waitFor(() => expect(screen.url()).not.toContain('sort=oldest'));
  expect(await screen.findByRole('checkbox', { name: 'Select Nora Lind' })).not.toBeChecked();
  expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();
});

it('all matching users can be selected if there are at most 200 of them; the membership dialog says how many are left out, and why', async () => {
  const crowd = await Promise.all(
    Array.from({ length: maxPeopleAtOnce }, () => academy.createUser({ lastName: 'Crowd' })),
  );
  await academy.caller(admin).admin.users.suspend({ id: crowd[0]?.userId ?? '', reason: 'Away' });
  screen = await openScreen(academy, '/admin?tab=users&q=crowd', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Select all shown' }));
  await press('Select all 200 that match');
  await press('Give membership...');
  const dialog = within(await screen.findByRole('dialog', { name: 'Give 199 people a membership?' }));
  expect(dialog.getByText(/^Left out: 1 person who cannot log in\./)).toBeVisible();
  await academy.createUser({ lastName: 'Crowd' });
  await screen.reload();
  await screen.user.click(await screen.findByRole('button', { name: 'Select all shown' }));
  await screen.findByText('201 match. One action can include at most 200 users.');
  expect(screen.queryByRole('button', { name: /that match$/ })).toBeNull();
});

it('before a notice is sent, its form says how many users get it; if sending fails, the form keeps the text', async () => {
  await academy.caller(people[1] ?? admin).email.setPreference({ kind: 'notice', enabled: false });
  screen = await openScreen(academy, '/admin?tab=users&q=lind', { as: admin });
  await screen.findByRole('checkbox', { name: 'Select Nora Lind' });
  await press('Select all shown');
  await press('Email...');
  const dialog = within(await screen.findByRole('dialog', { name: 'Email 2 people a notice?' }));
  expect(dialog.getByText(/^Left out: 1 person who switched notices off/)).toBeVisible();
  screen.fill(dialog.getByLabelText('Subject'), 'Two new sessions');
  screen.fill(dialog.getByLabelText('Message'), 'They are about rivers.');
  const restore = screen.network.fail('admin.users.emailNotice', { status: 503, code: 'busy' });
  await screen.user.click(dialog.getByRole('button', { name: 'Email 2 people' }));
  await dialog.findByText('The notice was not sent');
  expect(dialog.getByLabelText('Message')).toHaveValue('They are about rivers.');
  restore();
  await screen.user.click(dialog.getByRole('button', { name: 'Email 2 people' }));
  await screen.readMessage('The notice will be sent to 2 people');
});
