import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
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

it('the button for the next month keeps the focus when the current month is reached', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: /^Earlier: / }));
  const later = screen.getByRole('button', { name: /^Later: / });
  await screen.user.click(later);
  await vi.waitFor(() => expect(later).toHaveAttribute('aria-disabled', 'true'));
  const label = later.getAttribute('aria-label');
  // The browser takes the focus from a button with the attribute `disabled`.
  expect(later).toBeEnabled();
  await screen.user.click(later);
  await screen.settle();
  expect(later).toHaveAccessibleName(label ?? '');
});
