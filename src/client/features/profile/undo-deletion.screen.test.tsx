import { expect, it } from 'vitest';
import { changeUser, emailsTo } from '../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

it('the page does not say who requested the deletion, because it may have been the academy', async () => {
  screen = await openScreen(academy, '/undo-deletion?token=unknown');
  expect(await screen.findByRole('button', { name: 'Keep my account' })).toBeVisible();
  expect(screen.getByText(/^Your account is about to be deleted\./)).toBeVisible();
  expect(screen.queryByText(/You asked us/)).toBeNull();
});

it('the page offers a suspended user no login', async () => {
  const user = await academy.createUser({ password: testPassword });
  await academy.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  await changeUser(academy, user, { suspended_at: new Date() });
  const [email] = await emailsTo(academy, user, 'deletion_requested');
  const [link] = /\/undo-deletion\?token=[\w-]+/.exec(email?.body_text ?? '') ?? [];
  screen = await openScreen(academy, link ?? '');
  await screen.user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  await screen.findByText(/The account is suspended, so you cannot log in/);
  expect(screen.queryByRole('link', { name: 'Go to Login' })).toBeNull();
});
