import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, testPassword } from '../../../testing/test-app.ts';

it('an admin whose session ends while they view a student is not asked for the student’s password', async () => {
  const academy = await createTestApp();
  const admin = await academy.createUser({ role: 'admin', password: testPassword });
  const { userId } = await academy.createUser({ firstName: 'Sam', lastName: 'Okafor' });
  const screen = await openScreen(academy, `/admin/users/${userId}`, { as: admin });
  try {
    await screen.user.click(await screen.findByRole('button', { name: 'View as student' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'See the academy as Sam Okafor?' }));
    screen.fill(dialog.getByLabelText('Reason'), 'They cannot see their hands');
    await screen.user.click(dialog.getByRole('button', { name: 'View as student' }));
    await waitFor(() => expect(screen.address()).toBe('/coaching'));
    // On this page, a student whose session has ended can log in without losing what they typed.
    await screen.goTo('/hands');
    const stop = await screen.findByRole('button', { name: 'Stop' });
    await screen.settle();
    await academy.deps.db.deleteFrom('sessions').execute();
    await screen.user.click(stop);
    await waitFor(() => expect(screen.address()).toBe(`/admin/users/${userId}`));
    await screen.findByRole('link', { name: 'Login / Sign Up' });
    expect(screen.queryByText(/Sam Okafor/)).toBeNull();
  } finally {
    await screen.close();
    await academy.close();
  }
});
