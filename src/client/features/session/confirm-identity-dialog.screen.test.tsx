import { within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Person, withTwoFactor } from '../../../server/auth/testing/second-factor.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts';

let academy: TestApp;
let admin: Person;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp();
  admin = await withTwoFactor(academy, 'admin');
});
afterAll(() => academy.close());
afterEach(() => screen.close());

const setTwoFactor = (enabledAt: Date | null) =>
  academy.deps.db
    .updateTable('users')
    .set({ two_factor_enabled_at: enabledAt })
    .where('id', '=', admin.user.userId)
    .execute();
const ageSessions = () =>
  academy.deps.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .execute();
const endSessions = () => academy.deps.db.deleteFrom('sessions').execute();

it.each([
  ['an old session', 'Confirm it’s you', 'Confirm', 'Enter the code of your authenticator app', ageSessions],
  [
    'an ended session',
    'You were logged out',
    'Log in and continue',
    'Enter the code of your authenticator app, or a recovery code',
    endSessions,
  ],
])('%s: the prompt asks for the code of a second factor that was turned on elsewhere', async (...row) => {
  const [, title, submit, request, change] = row;
  const student = await academy.createUser({ firstName: 'Nora', lastName: 'Lind' });
  await setTwoFactor(null);
  screen = await openScreen(academy, `/admin/users/${student.userId}`, { as: admin.user });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Edit account' }));
  screen.fill(editor.getByLabelText('Last name'), 'Lund');
  screen.fill(editor.getByLabelText('Reason'), 'A typo');
  await setTwoFactor(academy.deps.now());
  await change();
  await screen.user.click(editor.getByRole('button', { name: 'Save account' }));

  const prompt = within(await screen.findByRole('dialog', { name: title }));
  expect(prompt.queryByLabelText('Code')).toBeNull();
  screen.fill(prompt.getByLabelText('Your password'), testPassword);
  await screen.user.click(prompt.getByRole('button', { name: submit }));
  expect(await prompt.findByText(request)).toBeVisible();
  screen.fill(prompt.getByLabelText('Code'), admin.recoveryCodes.pop() ?? '');
  await screen.user.click(prompt.getByRole('button', { name: submit }));
  await screen.readMessage('Account changed');
});
