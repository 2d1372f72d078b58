import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

let academy: TestApp;
let verified: TestUser;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp();
  verified = await academy.createUser({ password: testPassword });
  await open(verified);
  await screen.user.click(await screen.findByRole('button', { name: 'Verify my email' }));
  await screen.findByText('Your email is verified');
  await screen.close();
});
afterAll(() => academy.close());
afterEach(() => screen.close());

/** Opens the link of a user as the verified user. @returns the address of the link */
async function open(user: TestUser): Promise<string> {
  await academy.caller(user).security.requestEmailVerification();
  const { body_text: text } = await academy.deps.db
    .selectFrom('mail_messages')
    .select('body_text')
    .where('to_address', '=', user.email)
    .where('kind', '=', 'verify_email')
    .executeTakeFirstOrThrow();
  const address = /\/verify-email\?token=[\w-]{43}/.exec(text ?? '')?.[0] ?? '';
  screen = await openScreen(academy, address, { as: verified });
  return address;
}

it('the link of an account verifies it, even in the browser of another account that is verified', async () => {
  const other = await academy.createUser();
  const address = await open(other);
  const button = await screen.findByRole('button', { name: 'Verify my email' });
  expect(screen.queryByText('Your email is verified')).toBeNull();
  await screen.user.click(button);
  await screen.findByText('Your email is verified');
  expect((await academy.caller(other).auth.me())?.emailVerified).toBe(true);

  await screen.close();
  screen = await openScreen(academy, address, { as: verified });
  await screen.user.click(await screen.findByRole('button', { name: 'Verify my email' }));
  expect(await screen.findByText('Your email is verified')).toBeVisible();
});
