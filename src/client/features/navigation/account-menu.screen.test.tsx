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

it('a logout that fails says in the menu that the user is still logged in, and can be repeated', async () => {
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

it('a logout that fails after the menu was closed opens the menu again', async () => {
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

it('Escape closes a menu that opened again, and leaves the focus where it is', async () => {
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

it('the message of a failed logout is gone when the menu is opened again', async () => {
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
