import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { createAdmin, createTestProduct } from '../../server/payments/testing/purchases.ts';
import { openScreen } from '../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';

const academy = setUpTestApp();

it('if the user cannot be loaded, the error is shown instead of the page, and loading can be retried', async () => {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/', { as: student });
  const restore = screen.network.fail('auth.me', { status: 500, code: 'internal' });
  await screen.goTo('/profile');
  expect(await screen.findByRole('heading', { name: 'Failed to fetch user' })).toBeVisible();
  expect(within(screen.getByRole('navigation', { name: 'Main' })).queryByText('Login / Sign Up')).toBeNull();
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Active Member')).toBeVisible();
});

/**
 * Opens a page while the user cannot be loaded.
 * @returns the number of `auth.me` requests before the failure is shown
 */
async function countAttempts(status: number, code: string): Promise<number> {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/', { as: student });
  // The first page also requests the user. That request must end before the count starts.
  await screen.settle();
  const attempts = () => screen.network.sent.filter((sent) => sent.includes('/trpc/auth.me')).length;
  const before = attempts();
  screen.network.fail('auth.me', { status, code });
  await screen.goTo('/profile');
  await screen.findByRole('heading', { name: 'Failed to fetch user' }, { timeout: 5_000 });
  await screen.close();
  return attempts() - before;
}

it('if the database cannot be reached, loading the user is retried once before the failure is shown', async () => {
  expect(await countAttempts(503, 'database_unavailable')).toBe((await countAttempts(500, 'internal')) + 1);
});

it('a page stays open and keeps its typed text if reloading the user fails', async () => {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/search', { as: student });
  const field = await screen.findByRole('searchbox');
  await screen.user.type(field, 'river bluff');
  await screen.settle();
  screen.network.fail('auth.me', { status: 500, code: 'internal' });
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(screen.network.sent.at(-1)).toContain('auth.me'));
  await screen.settle();
  expect(screen.queryByRole('heading', { name: 'Failed to fetch user' })).toBeNull();
  expect(screen.getByRole('searchbox')).toHaveValue('river bluff');
});

it('a visitor who logs in with the header of a product page returns to the product, with the promotion code', async () => {
  const { id } = await createTestProduct(academy, await createAdmin(academy));
  const student = await academy.createUser({ password: testPassword });
  const path = `/products/${id}?code=SPRING`;
  const screen = await openScreen(academy, path);
  await screen.user.click(await screen.findByRole('link', { name: 'Login / Sign Up' }));
  screen.fill(await screen.findByLabelText('Email'), student.email);
  screen.fill(screen.getByLabelText('Password'), testPassword);
  await screen.user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(screen.url()).toBe(path));
});
