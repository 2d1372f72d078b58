import { expect, it } from 'vitest';
import { changeUser, emailsTo } from '../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

const isVerified = async (user: TestUser) => (await academy.caller(user).auth.currentUser()).emailVerified;

it('a link verifies the account that it was sent to, even while another user, whose email is verified, is logged in; a used link shows that the email is verified', async () => {
  const owner = await academy.createUser();
  const other = await academy.createUser({ password: testPassword });
  await changeUser(academy, other, { email_verified_at: academy.deps.now() });
  await academy.caller(owner).security.requestEmailVerification();
  const [email] = await emailsTo(academy, owner);
  const [link = ''] = /\/verify-email\?token=[\w-]{43}/.exec(email?.body_text ?? '') ?? [];

  screen = await openScreen(academy, link, { as: other });
  await screen.user.click(await screen.findByRole('button', { name: 'Verify my email' }));
  expect(await screen.findByText('Your email is verified')).toBeVisible();
  expect(await isVerified(owner)).toBe(true);

  await screen.reload();
  await screen.user.click(await screen.findByRole('button', { name: 'Verify my email' }));
  expect(await screen.findByText('Your email is verified')).toBeVisible();
});
