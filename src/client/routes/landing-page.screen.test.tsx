import { setTimeout } from 'node:timers/promises';
import { waitFor, within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { openScreen, type Screen } from '../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';
import { timing } from '../lib/timing.ts';

const academy = setUpTestApp();
let screen: Screen;

const offers = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link', { name: /^(?:Create account|Register|Log in|My Learning Library)$/ })
    .filter((link) => !link.closest('[data-texts=footer]'))
    .map(({ textContent }) => textContent);

it('visitors are invited to sign up and to log in', async () => {
  screen = await openScreen(academy, '/');
  await screen.findByRole('link', { name: 'Register' });
  expect(offers()).toEqual(['Create account', 'Register', 'Log in']);
});

it('students see a link to their library, and are not invited to sign up or log in', async () => {
  screen = await openScreen(academy, '/', { as: await academy.createUser({ password: testPassword }) });
  await screen.findByText('You have an account.');
  expect(offers()).toEqual(['My Learning Library']);
  expect(screen.queryByRole('heading', { name: 'New here?' })).toBeNull();
});

it('admins see both account cards, whose texts they can edit, but are not invited to sign up or log in', async () => {
  const admin = await academy.createUser({ role: 'admin', password: testPassword });
  screen = await openScreen(academy, '/', { as: admin });
  await screen.findByText('You have an account.');
  expect(screen.getByRole('heading', { name: 'New here?' })).toBeVisible();
  expect(offers()).toEqual(['My Learning Library']);
});

it('a link to a section scrolls to the section on each click and adds the section to the URL; the back button removes it from the URL', async () => {
  screen = await openScreen(academy, '/');
  const link = await screen.findByRole('link', { name: 'Charges and refunds' });
  const section = screen.getByRole('region', { name: 'Before you pay' });
  const scroll = vi.spyOn(section, 'scrollIntoView');
  // On Ctrl+click, a browser opens the link in a new tab. The test environment would follow the link instead.
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await screen.user.keyboard('{Control>}');
  await screen.user.click(link);
  await screen.user.keyboard('{/Control}');
  await screen.settle();
  expect(section).not.toHaveFocus();
  for (const _click of ['first', 'second']) {
    link.focus();
    await screen.user.click(link);
    await waitFor(() => expect(section).toHaveFocus());
    expect(screen.url()).toBe('/#terms-of-sale');
    const menu = screen.getByRole('button', { name: 'Open menu' });
    menu.focus();
    // Longer than the delay after which a page scrolls to the section in its URL, unless a click has scrolled to it.
    await setTimeout(2 * timing.hashScrollDelay);
    expect(menu).toHaveFocus();
  }
  expect(scroll).toHaveBeenCalledTimes(2);
  window.history.back();
  await waitFor(() => expect(screen.url()).toBe('/'));
});
