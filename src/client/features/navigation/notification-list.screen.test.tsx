import { expect, it } from 'vitest';
import { notify } from '../../../server/messages/notifications/notifications.operations.ts';
import { inTransaction } from '../../../server/platform/db/database.ts';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, testPassword } from '../../../testing/test-app.ts';

it('“Mark all as read” does not mark a notification that the menu did not show', async () => {
  const academy = await createTestApp();
  const student = await academy.createUser({ password: testPassword });
  const add = (title: string, secondsAgo: number) =>
    inTransaction(academy.deps.db, (trx) =>
      notify(trx, {
        userId: student.userId,
        kind: 'announcement',
        title,
        dedupeKey: title,
        appearsAt: new Date(academy.deps.now().getTime() - secondsAgo * 1_000),
      }),
    );
  await add('Shown', 2);
  const screen = await openScreen(academy, '/profile', { as: student });
  try {
    await screen.user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
    await screen.findByText('Shown');
    await add('Arrived while the menu was open', 1);
    await screen.user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await screen.findByText('Arrived while the menu was open');
    expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  } finally {
    await screen.close();
    await academy.close();
  }
});

it('opening the menu updates the count, if the notifications were read in another tab', async () => {
  const academy = await createTestApp();
  const student = await academy.createUser({ password: testPassword });
  await inTransaction(academy.deps.db, (trx) =>
    notify(trx, {
      userId: student.userId,
      kind: 'announcement',
      title: 'Read elsewhere',
      dedupeKey: 'read-elsewhere',
      appearsAt: academy.deps.now(),
    }),
  );
  const screen = await openScreen(academy, '/profile', { as: student });
  try {
    const bell = await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    await academy.caller(student).notifications.markRead();
    await screen.user.click(bell);
    await screen.findByText('Read elsewhere');
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible();
  } finally {
    await screen.close();
    await academy.close();
  }
});
