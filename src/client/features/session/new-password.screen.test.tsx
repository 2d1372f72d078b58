import { expect, it } from 'vitest';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const academy = setUpTestApp();

it('a common password is reported while it is typed', async () => {
  const screen = await openScreen(academy, '/auth?tab=signup');
  const password = await screen.findByLabelText('Password');
  screen.fill(password, 'minecraft');
  expect(
    await screen.findByText(/Too weak\. This is one of the passwords that attackers try first/),
  ).toBeVisible();
  expect(screen.network.sent.join()).not.toContain('POST');
  screen.fill(password, 'minecraft and some other words');
  expect(await screen.findByText(/Strength: Very strong/)).toBeVisible();
});
