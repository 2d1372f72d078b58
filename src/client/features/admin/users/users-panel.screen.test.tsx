import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { usersPerPage } from '../../../../shared/admin/admin-users.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  for (let count = 0; count < usersPerPage; count += 1) await academy.createUser();
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

const rows = () => within(screen.getByRole('table', { name: /^Users/ })).getAllByRole('row').length - 1;
const press = (name: string) => screen.user.click(screen.getByRole('button', { name }));

it('loaded users stay visible if the next page cannot be loaded, and a retry loads that page', async () => {
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  await screen.findByRole('button', { name: 'Load more users' });
  expect(rows()).toBe(usersPerPage);
  const restore = screen.network.fail('admin.users.list', { status: 500, code: 'internal' });
  await press('Load more users');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^More entries could not be loaded\./);
  expect(rows()).toBe(usersPerPage);
  restore();
  await press('Load more users');
  await waitFor(() => expect(rows()).toBe(usersPerPage + 1));
  expect(screen.queryByRole('button', { name: 'Load more users' })).toBeNull();
});

it('the link from a user back to the list keeps the filters of the list', async () => {
  screen = await openScreen(academy, '/admin?tab=users&role=admin', { as: admin });
  // All users of this test have this name; with the filter, only the admin is listed.
  await screen.user.click(await screen.findByRole('link', { name: 'Dana Whitfield' }));
  await screen.findByRole('heading', { level: 1, name: /Dana Whitfield$/ });
  await screen.user.click(screen.getByRole('link', { name: /All users/ }));
  expect(screen.url()).toBe('/admin?tab=users&role=admin');
});

it('loaded users are hidden if the session has expired when the admin loads the next page', async () => {
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  await screen.findByRole('button', { name: 'Load more users' });
  screen.network.fail('admin.users.list', { status: 403, code: 'forbidden' });
  await press('Load more users');
  expect(await screen.findByText('Admin session expired. Please refresh and try again.')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

it('the first click on a column sorts numbers and dates descending and names ascending, and the next click reverses the order', async () => {
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  for (const [column, first, second] of [
    ['Spent', 'spent', 'spent_asc'],
    ['Last seen', 'seen', 'seen_asc'],
    ['Name', 'name', 'name_desc'],
  ] as const) {
    await screen.user.click(await screen.findByRole('button', { name: column }));
    await waitFor(() => expect(screen.url()).toBe(`/admin?tab=users&sort=${first}`));
    await press(column);
    await waitFor(() => expect(screen.url()).toBe(`/admin?tab=users&sort=${second}`));
  }
});

it('a day is added to the filter only when all four digits of its year are typed, and days in the wrong order are reported', async () => {
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  await screen.findByRole('button', { name: 'Load more users' });
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  for (const incompleteYear of ['0002-05-01', '0020-05-01', '0202-05-01']) {
    type('Joined from', incompleteYear);
    expect(screen.getByLabelText('Joined from')).toHaveValue(incompleteYear);
    expect(screen.url()).not.toContain('from=');
  }
  const expectDescription = (label: string, text: string | RegExp) =>
    waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text));
  fireEvent.focusOut(screen.getByLabelText('Joined from'));
  await expectDescription('Joined from', 'Enter a date such as 2026-01-31');
  type('Joined from', '2026-05-01');
  await waitFor(() => expect(screen.url()).toContain('from=2026-05-01'));
  await expectDescription('Joined from', '1 May 2026, UTC');
  type('Joined until', '2026-04-30');
  await expectDescription('Joined until', /^30 Apr 2026, UTC ?\. The end date is before the start date$/);
});

it('no user can be selected while the rows are still those of the previous filter', async () => {
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  await screen.findByRole('button', { name: 'Load more users' });
  const release = screen.network.hold('admin.users.list');
  await screen.user.type(screen.getByRole('searchbox', { name: 'Find' }), 'nobody of this name');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Select all shown' })).toBeDisabled());
  await press('Select all shown');
  release();
  expect(await screen.findByText('Nobody matches')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Select all shown' })).toBeDisabled();
  expect(screen.queryByText(/selected/)).toBeNull();
  expect(screen.url()).toBe('/admin?tab=users&q=nobody+of+this+name');
  await press('Clear the filters');
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Find' })).toHaveValue(''));
  expect(screen.url()).toBe('/admin?tab=users');
});
