import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, testPassword } from '../../../../testing/test-app.ts';

let academy: TestApp;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp();
});
afterAll(() => academy.close());
afterEach(() => screen.close());

it('without results, the page invites the user to enter one instead of showing a chart', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.findByRole('heading', { name: 'Nothing to draw yet' });
  expect(screen.queryByRole('img', { name: /of study/ })).toBeNull();
  await screen.user.click(screen.getByRole('button', { name: 'Enter a result' }));
  screen.fill(await screen.findByLabelText('Won or lost, dollars'), '25');
  await screen.user.click(screen.getByRole('button', { name: 'Save today' }));
  await screen.findByRole('img', { name: /Result \$25\.00 over 1 day\./ });
  expect(screen.queryByRole('heading', { name: 'Nothing to draw yet' })).toBeNull();
});
