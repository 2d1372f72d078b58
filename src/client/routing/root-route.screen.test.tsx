import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openScreen } from '../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let academy: TestApp;
beforeAll(async () => {
  academy = await createTestApp();
});
afterAll(() => academy.close());

it('a failed load of the user is reported on a page of its own and can be retried', async () => {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/', { as: student });
  const restore = screen.network.fail('auth.me', { status: 500, code: 'internal' });
  await screen.goTo('/profile');
  expect(await screen.findByRole('heading', { name: 'Failed to fetch user' })).toBeVisible();
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Active Member')).toBeVisible();
  await screen.close();
});

it('a single failure of the database to load the user is not shown', async () => {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/', { as: student });
  const restore = screen.network.fail('auth.me', { status: 503, code: 'database_unavailable' });
  await screen.goTo('/profile');
  await vi.waitFor(() => expect(screen.network.sent.join()).toContain('/trpc/auth.me'));
  await screen.network.settle();
  restore();
  expect(await screen.findByText('Active Member', {}, { timeout: 3_000 })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Failed to fetch user' })).toBeNull();
  await screen.close();
});
