import { within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from '../../../server/auth/recovery-codes.ts';
import { changeUser } from '../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  const found = { checked_at: academy.deps.now(), files: 2_000, erased: 0, withheld: 1_203 };
  await academy.deps.db
    .insertInto('file_checks')
    .values({ id: 1, ...found })
    .execute();
});
beforeEach(async () => {
  await academy.deps.db.updateTable('file_checks').set({ erasing_allowed_at: null }).execute();
  admin = await academy.createUser({ role: 'admin', password: testPassword });
  screen = await openScreen(academy, '/admin?tab=system', { as: admin });
  await screen.findByRole('button', { name: 'Allow their deletion' });
});

/** Turns the second factor on without the page noticing, as from another tab. @returns a recovery code */
async function turnOnTwoFactor(): Promise<string> {
  const { db, sealing, now } = academy.deps;
  const { userId } = admin;
  const [code = ''] = createRecoveryCodes();
  await changeUser(academy, admin, { two_factor_enabled_at: now() });
  await db
    .insertInto('recovery_codes')
    .values({ user_id: userId, code_hash: hashRecoveryCode(sealing, userId, code), created_at: now() })
    .execute();
  return code;
}

async function allowDeletion(): Promise<void> {
  await screen.user.click(screen.getByRole('button', { name: 'Allow their deletion' }));
  await screen.user.click(await screen.findByRole('button', { name: 'Allow the deletion of 1,203 files' }));
}

it('the identity confirmation asks for a second-factor code if the second factor was turned on in another tab', async () => {
  const code = await turnOnTwoFactor();
  await academy.deps.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .execute();
  await allowDeletion();
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  screen.fill(dialog.getByLabelText('Your password'), testPassword);
  expect(dialog.queryByLabelText('Code')).toBeNull();
  await screen.user.click(dialog.getByRole('button', { name: 'Confirm' }));
  screen.fill(await dialog.findByLabelText('Code'), code);
  await screen.user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await screen.readMessage('The deletion is allowed and runs tonight');
});

it('the login dialog asks for a second-factor code if another device has turned on the second factor', async () => {
  const code = await turnOnTwoFactor();
  await academy.deps.db.deleteFrom('sessions').execute();
  await allowDeletion();
  const dialog = within(await screen.findByRole('dialog', { name: 'You were logged out' }));
  screen.fill(dialog.getByLabelText('Your password'), testPassword);
  await screen.user.click(dialog.getByRole('button', { name: 'Log in and continue' }));
  screen.fill(await dialog.findByLabelText('Code'), code);
  await screen.user.click(dialog.getByRole('button', { name: 'Log in and continue' }));
  await screen.readMessage('The deletion is allowed and runs tonight');
});

it('a rejected password is reported once: at its field or, if the user has typed another password meanwhile, above the buttons', async () => {
  await academy.deps.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .execute();
  await allowDeletion();
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  const submit = () => screen.user.click(dialog.getByRole('button', { name: /^(Confirm|Checking)/ }));
  screen.fill(dialog.getByLabelText('Your password'), 'not the password');
  await submit();
  expect(await dialog.findAllByText('That password is not right')).toHaveLength(1);
  expect(dialog.queryByText('Not confirmed')).toBeNull();
  const release = screen.network.hold('security.confirmIdentity');
  await submit();
  screen.fill(dialog.getByLabelText('Your password'), testPassword);
  release();
  await dialog.findByText('Not confirmed');
});
