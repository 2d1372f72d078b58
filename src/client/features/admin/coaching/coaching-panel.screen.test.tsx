import { within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

it('an admin lets a former coach answer again', async () => {
  const { coaching } = academy.caller(admin).admin;
  const { userId } = await academy.createUser();
  await coaching.grantCoach({ userId, displayName: 'Mara Ellis' });
  await coaching.revokeCoach({ userId });
  screen = await openScreen(academy, '/admin?tab=coaching', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Let them answer again: Mara Ellis' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Let Mara Ellis answer again?' }));
  await screen.user.click(dialog.getByRole('button', { name: 'Let them answer again' }));
  await screen.readMessage('Mara Ellis can now answer questions');
  expect(await coaching.coaches()).toMatchObject([{ userId, active: true }]);
});

it('a suspended coach is shown as unable to log in, and can be stopped but not edited', async () => {
  const { coaching, users } = academy.caller(admin).admin;
  const { userId } = await academy.createUser();
  await coaching.grantCoach({ userId, displayName: 'Theo Brand' });
  await users.suspend({ id: userId, reason: 'Agreed by phone' });
  screen = await openScreen(academy, '/admin?tab=coaching', { as: admin });
  const stop = await screen.findByRole('button', { name: 'Stop answering: Theo Brand' });
  const row = within(stop.closest('li') ?? document.body);
  expect(row.getByText('Cannot log in')).toBeTruthy();
  expect(row.queryByRole('button', { name: 'Edit: Theo Brand' })).toBeNull();
});
