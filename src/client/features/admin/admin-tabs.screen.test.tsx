import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it, vi } from 'vitest';
import { notify } from '../../../server/messages/notifications/notifications.operations.ts';
import { inTransaction } from '../../../server/platform/db/database.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

async function sendMessage(name: string): Promise<void> {
  const student = await academy.createUser({ firstName: name });
  await academy.caller(student).contact.send({
    name,
    email: 'nora@example.test',
    topic: 'billing',
    message: 'Where is my receipt?',
    website: '',
  });
}

it('when an admin opens the area Messages, the count of messages includes those that arrived after the page was loaded', async () => {
  screen = await openScreen(academy, '/admin?tab=settings', { as: admin });
  const rail = await screen.findByRole('tab', { name: /^Messages/ });
  await screen.settle();
  expect(rail).toHaveTextContent(/^Messages$/);
  await sendMessage('Nora');
  await screen.user.click(rail);
  await screen.findByText('One message is waiting for you');
  await waitFor(() => expect(rail).toHaveTextContent('Messages1 waiting'));
  // Another message arrives while the first one is open.
  await screen.user.click(screen.getByRole('link', { name: /^Nora/ }));
  const back = await screen.findByRole('link', { name: /All messages/ });
  await screen.settle();
  await sendMessage('Mila');
  await screen.user.click(back);
  await screen.findByText('2 messages are waiting for you');
  await waitFor(() => expect(rail).toHaveTextContent('Messages2 waiting'));
});

it('when an admin returns to the browser tab, messages that another admin has closed disappear from the list and the count', async () => {
  const other = academy.caller(await academy.createUser({ role: 'admin' })).admin.contact;
  screen = await openScreen(academy, '/admin?tab=messages', { as: admin });
  const page = await other.list({ filter: 'open' });
  await screen.findByText(`${page.items.length} messages are waiting for you`);
  await screen.settle();
  for (const { id } of page.items) await other.setClosed({ id, closed: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await screen.findByText('No messages are waiting for you');
  expect(screen.getByRole('tab', { name: /^Messages/ })).toHaveTextContent(/^Messages$/);
});

it('an admin whose password violates the strict policy must change it before the admin area opens', async () => {
  const setPolicy = (value: 'standard' | 'strict') =>
    academy.caller(admin).admin.settings.update([{ key: 'passwordPolicy', value }]);
  const newAdmin = { role: 'admin', email: 'new-admin@example.test', password: 'short one' } as const;
  await academy.createUser(newAdmin);
  await setPolicy('strict');
  screen = await openScreen(academy, '/admin', { as: newAdmin });
  const heading = await screen.findByText('Change your password first');
  expect(heading.closest('[role=status]')).toHaveTextContent('at least 12 characters');
  expect(screen.queryByRole('tab')).toBeNull();
  await screen.user.click(screen.getByRole('link', { name: 'Change it in your profile' }));
  await screen.user.click(await screen.findByRole('button', { name: 'Change Password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }));
  const change = async (password: string) => {
    for (const label of ['New password', 'Repeat the new password'])
      screen.fill(dialog.getByLabelText(label), password);
    await screen.user.click(dialog.getByRole('button', { name: 'Change Password' }));
  };
  screen.fill(dialog.getByLabelText('Current password'), newAdmin.password);
  await change('still short');
  await dialog.findByText(/must be at least 12 characters/);
  expect(dialog.getByLabelText('Current password')).toHaveValue(newAdmin.password);
  await change('four lanterns by the river');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.goTo('/admin');
  await screen.findByRole('heading', { name: 'Recent Users' });
  await setPolicy('standard');
});

it('opening another area fetches the count of unread notifications again, but at most once a minute', async () => {
  const newAdmin = await academy.createUser({ role: 'admin', password: testPassword });
  screen = await openScreen(academy, '/admin?tab=settings', { as: newAdmin });
  await screen.findByRole('button', { name: 'Notifications' });
  await screen.settle();
  await inTransaction(academy.deps.db, (trx) =>
    notify(trx, {
      userId: newAdmin.userId,
      kind: 'announcement',
      title: 'Maintenance',
      dedupeKey: 'Maintenance',
      appearsAt: new Date(academy.deps.now().getTime() - 1_000),
    }),
  );
  await screen.user.click(screen.getByRole('tab', { name: 'Learning' }));
  await screen.settle();
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeVisible();
  const later = Date.now() + minuteMs;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  await screen.user.click(screen.getByRole('tab', { name: 'Reports' }));
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
});
