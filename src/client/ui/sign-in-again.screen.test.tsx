import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openScreen } from '../../testing/screen/open-screen.ts';
import { createTestApp, testPassword } from '../../testing/test-app.ts';

it('a student whose session has ended can log in again from what could not be loaded', async () => {
  const academy = await createTestApp();
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/profile', { as: student });
  try {
    const links = await screen.findByRole('navigation', { name: 'Main' });
    await screen.settle();
    await academy.deps.db.deleteFrom('sessions').execute();
    await screen.user.click(within(links).getByRole('link', { name: 'Hands' }));
    await screen.findByText('Your hands could not be loaded');
    await screen.settle();
    // Also beside the error of a part of the page.
    expect(screen.getAllByRole('link', { name: 'Log in again' })).toHaveLength(2);
    await screen.user.click(within(links).getByRole('link', { name: 'Library' }));
    await screen.findByText('Your library could not be loaded');
    await screen.user.click(screen.getByRole('link', { name: 'Log in again' }));
    await screen.findByRole('button', { name: 'Login' });
    expect(screen.address()).toBe('/auth?next=%2Fcoaching');
  } finally {
    await screen.close();
    await academy.close();
  }
});
