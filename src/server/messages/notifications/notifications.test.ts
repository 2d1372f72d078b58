import { beforeAll, describe, expect, it } from 'vitest';
import type { KycStatus } from '../../../shared/enums.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { submitForm } from '../../kyc/testing/applicants.ts';
import { createAdmin } from '../../payments/testing/purchases.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { notify, sweepNotifications } from './notifications.operations.ts';

const day = 24 * 60 * 60 * 1000;

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});

const notificationsOf = (user: TestUser) => app.caller(user).notifications;

const notifyUser = (user: TestUser, dedupeKey: string, at = app.deps.now()) =>
  inTransaction(app.deps.db, (trx) =>
    notify(trx, { userId: user.userId, kind: 'announcement', title: dedupeKey, dedupeKey, appearsAt: at }),
  );

describe('notifications', () => {
  it('decisions on an identity application cause notifications, but undone decisions do not', async () => {
    const user = await app.createUser();
    const { id } = await submitForm(app, user);
    const decide = (status: Exclude<KycStatus, 'pending'>) =>
      app.caller(admin).admin.kyc.setStatus({ id, status });
    await decide('rejected');
    expect((await notificationsOf(user).list()).items).toMatchObject([
      { kind: 'kyc_rejected', path: '/kyc', readAt: null },
    ]);
    const event = await app.deps.db
      .selectFrom('kyc_events')
      .select('id')
      .where('application_id', '=', id)
      .where('kind', '=', 'decision')
      .executeTakeFirstOrThrow();
    await app.caller(admin).admin.kyc.undoDecision({ id, eventId: event.id });
    expect(await notificationsOf(user).list()).toEqual({ items: [], unread: 0 });
    await decide('approved');
    await decide('approved');
    expect(await notificationsOf(user).list()).toMatchObject({
      items: [{ kind: 'kyc_approved' }],
      unread: 1,
    });
  });

  it('a user’s list contains the newest 50 notifications, the count includes all unread ones, and only their owner can mark them as read', async () => {
    const [user, other] = [await app.createUser(), await app.createUser()];
    for (let index = 0; index < 55; index += 1) {
      await notifyUser(user, `title ${index}`, new Date(app.deps.now().getTime() - index * 1_000));
    }
    // The dedupe key is used already, so this notification is not stored.
    await notifyUser(user, 'title 0');
    const { items, unread } = await notificationsOf(user).list();
    expect(items).toHaveLength(50);
    expect(items[0]?.title).toBe('title 0');
    expect(unread).toBe(55);
    const ids = items.slice(0, 3).map(({ id }) => id);
    expect(await notificationsOf(other).markRead({ ids })).toEqual({ unread: 0 });
    expect(await notificationsOf(user).unreadCount()).toEqual({ unread: 55 });
    expect(await notificationsOf(user).markRead({ ids })).toEqual({ unread: 52 });
    expect(await notificationsOf(user).markRead({ ids: [] })).toEqual({ unread: 52 });
    expect(await notificationsOf(user).markRead()).toEqual({ unread: 0 });
    expect((await notificationsOf(other).list()).items).toEqual([]);
  });

  it('marking all as read leaves out a notification that arrived after the list was loaded', async () => {
    const user = await app.createUser();
    const { markRead, list } = notificationsOf(user);
    const now = app.deps.now().getTime();
    await notifyUser(user, 'older', new Date(now - 2_000));
    await notifyUser(user, 'newest shown', new Date(now - 1_000));
    const until = (await list()).items[0]?.createdAt ?? '';
    await notifyUser(user, 'arrived meanwhile', new Date(now));
    expect(await markRead({ until })).toEqual({ unread: 1 });
    expect((await list()).items.filter(({ readAt }) => readAt === null)).toMatchObject([
      { title: 'arrived meanwhile' },
    ]);
  });

  it('a notification is stored only if its transaction commits', async () => {
    const user = await app.createUser();
    const failed = inTransaction(app.deps.db, async (trx) => {
      await notify(trx, {
        userId: user.userId,
        kind: 'announcement',
        title: 'x',
        dedupeKey: 'x',
        appearsAt: new Date(),
      });
      throw new Error('the transaction fails');
    });
    await expect(failed).rejects.toThrow('the transaction fails');
    expect(await notificationsOf(user).unreadCount()).toEqual({ unread: 0 });
  });

  it('a notification with a link to another site is rejected', async () => {
    const user = await app.createUser();
    for (const path of ['//evil.example', 'https://evil.example', 'javascript:alert(1)']) {
      const notified = inTransaction(app.deps.db, (trx) =>
        notify(trx, {
          userId: user.userId,
          kind: 'announcement',
          title: 'x',
          path,
          dedupeKey: path,
          appearsAt: new Date(),
        }),
      );
      await expect(notified, path).rejects.toThrow();
    }
  });

  it('notifications are deleted after 13 months', async () => {
    const user = await app.createUser();
    await notifyUser(user, 'old', new Date(app.deps.now().getTime() - 400 * day));
    await notifyUser(user, 'newer', new Date(app.deps.now().getTime() - 390 * day));
    await sweepNotifications(app.deps);
    expect((await notificationsOf(user).list()).items.map(({ title }) => title)).toEqual(['newer']);
  });
});
