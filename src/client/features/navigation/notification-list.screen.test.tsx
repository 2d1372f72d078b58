import { expect, it } from 'vitest';
import { notify } from '../../../server/messages/notifications/notifications.operations.ts';
import { inTransaction } from '../../../server/platform/db/database.ts';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();

const add = (student: TestUser, title: string, secondsAgo: number) =>
  inTransaction(academy.deps.db, (trx) =>
    notify(trx, {
      userId: student.userId,
      kind: 'announcement',
      title,
      dedupeKey: title,
      appearsAt: new Date(academy.deps.now().getTime() - secondsAgo * 1_000),
    }),
  );

it('“Mark all as read” does not mark a notification that the menu did not show', async () => {
  const student = await academy.createUser({ password: testPassword });
  await add(student, 'Shown', 2);
  const screen = await openScreen(academy, '/profile', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await screen.findByText('Shown');
  await add(student, 'Arrived while the menu was open', 1);
  await screen.user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await screen.findByText('Arrived while the menu was open');
  expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
});

it('opening the menu updates the count, if the notifications were read in another tab', async () => {
  const student = await academy.createUser({ password: testPassword });
  await add(student, 'Read elsewhere', 0);
  const screen = await openScreen(academy, '/profile', { as: student });
  const bell = await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  await academy.caller(student).notifications.markRead();
  await screen.user.click(bell);
  await screen.findByText('Read elsewhere');
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible();
});
