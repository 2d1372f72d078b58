import { waitFor, within } from '@testing-library/dom';
import { getQueryKey } from '@trpc/react-query';
import { expect, it } from 'vitest';
import { impersonationMinutes } from '../../../shared/admin/impersonation.ts';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { renderWithQueries } from '../../../testing/screen/render.tsx';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';
import { createQueryClient, trpc } from '../../trpc.ts';
import { ImpersonationBar } from './impersonation-bar.tsx';

const academy = setUpTestApp();

it.each([-5, 5])(
  'the bar counts the remaining minutes by the server’s clock (difference from the device’s: %i hours)',
  async (hours) => {
    academy.clock.advance(hours * hourMs);
    const admin = await academy.createUser({ role: 'admin', password: testPassword });
    const student = await academy.createUser();
    const screen = await openScreen(academy, '/', { as: admin });
    const started = await fetch('/trpc/admin.impersonation.start', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: student.userId, reason: 'A question about a session' }),
    });
    expect(started.status).toBe(200);
    await screen.goTo('/coaching');
    expect(await screen.findByText(/^\d+ minutes? left\.$/)).toHaveTextContent(
      `${impersonationMinutes} minutes`,
    );
    academy.clock.advance(-hours * hourMs);
    await screen.close();
  },
);

it('an admin whose session ends while they view a student is not asked for the student’s password', async () => {
  const admin = await academy.createUser({ role: 'admin', password: testPassword });
  const { userId } = await academy.createUser({ firstName: 'Sam', lastName: 'Okafor' });
  const screen = await openScreen(academy, `/admin/users/${userId}`, { as: admin });
  try {
    await screen.user.click(await screen.findByRole('button', { name: 'View as student' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'See the academy as Sam Okafor?' }));
    screen.fill(dialog.getByLabelText('Reason'), 'They cannot see their hands');
    await screen.user.click(dialog.getByRole('button', { name: 'View as student' }));
    await waitFor(() => expect(screen.url()).toBe('/coaching'));
    // If a student's session ends on this page, a dialog asks for the password. An admin must not see this dialog.
    await screen.goTo('/hands');
    const stop = await screen.findByRole('button', { name: 'Stop' });
    await screen.settle();
    await academy.deps.db.deleteFrom('sessions').execute();
    await screen.user.click(stop);
    await waitFor(() => expect(screen.url()).toBe(`/admin/users/${userId}`));
    await screen.findByRole('link', { name: 'Login / Sign Up' });
    expect(screen.queryByText(/Sam Okafor/)).toBeNull();
  } finally {
    await screen.close();
  }
});

it('a bar that appears five minutes after the server’s response shows five minutes less than the response stated', async () => {
  const student = await academy.createUser();
  const user = await academy.caller(student).auth.me();
  if (!user) throw new Error('the student is not logged in');
  const queryClient = createQueryClient();
  const updatedAt = Date.now() - 5 * minuteMs;
  queryClient.setQueryData(getQueryKey(trpc.auth.me, undefined, 'query'), user, { updatedAt });
  renderWithQueries(<ImpersonationBar user={user} secondsLeft={(15 * minuteMs) / 1_000} />, queryClient);
  expect(await within(document.body).findByText(/minutes left\.$/)).toHaveTextContent('10 minutes');
});
