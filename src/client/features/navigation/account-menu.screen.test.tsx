import { waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

async function openMenu(): Promise<void> {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: /Account menu/ }));
}

it('after a failed logout, the menu says that the user is still logged in, and the user can try again', async () => {
  await openMenu();
  const restore = screen.network.drop('auth.logout');
  await screen.user.click(screen.getByRole('button', { name: 'Logout' }));
  const message = await screen.findByRole('alert');
  expect(message).toBeVisible();
  expect(message).toHaveTextContent(
    'You are still logged in' + 'We could not reach the academy. Check your connection and try again.',
  );
  await screen.settle();
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(screen.url()).toBe('/'));
  await screen.findByRole('link', { name: 'Login / Sign Up' });
});

it('if a logout fails after the menu was closed, the menu opens again', async () => {
  await openMenu();
  screen.network.fail('auth.logout', { status: 503, code: 'busy' });
  const release = screen.network.hold('auth.logout');
  await screen.user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('button', { name: 'Logging out...' });
  await screen.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Logging out...' })).toBeNull());
  release();
  const message = await screen.findByRole('alert');
  expect(message).toHaveTextContent('You are still logged in');
  await waitFor(() => expect(message).toBeVisible());
});

it('Escape closes a menu that a failed logout opened again, and the focus stays where it was', async () => {
  await openMenu();
  screen.network.fail('auth.logout', { status: 503, code: 'busy' });
  const release = screen.network.hold('auth.logout');
  await screen.user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.user.click(screen.getByRole('heading', { level: 1 }));
  const focused = screen.getByRole('main');
  focused.focus();
  release();
  await screen.findByRole('button', { name: 'Logout' });
  await screen.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull());
  expect(focused).toHaveFocus();
});

it('a user who closes the menu and opens it again no longer sees the message of a failed logout', async () => {
  await openMenu();
  screen.network.fail('auth.logout', { status: 503, code: 'busy' });
  await screen.user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('alert');
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: /Account menu/ }));
  await screen.user.click(screen.getByRole('button', { name: /Account menu/ }));
  await screen.findByRole('button', { name: 'Logout' });
  expect(screen.queryByRole('alert')).toBeNull();
});
