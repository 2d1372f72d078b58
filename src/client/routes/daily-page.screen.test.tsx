import { expect, it } from 'vitest';
import { openScreen } from '../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';

const academy = setUpTestApp();

it('if the user cannot be loaded, the server decides whether the hand of the day is shown', async () => {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/', { as: student });
  screen.network.changeResponse('settings.public', (settings: object) => ({
    ...settings,
    dailyIsPublic: false,
  }));
  screen.network.fail('auth.me', { status: 500, code: 'internal' });
  await screen.goTo('/daily');
  expect(await screen.findByRole('heading', { name: 'There is no hand today' })).toBeVisible();
});
