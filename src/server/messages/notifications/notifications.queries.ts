import { type Insertable, type Selectable, sql } from 'kysely';
import type { NotificationKind } from '../../../shared/messages/notifications.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { NotificationsTable } from '../../platform/db/tables/message-tables.ts';

export type NotificationRow = Selectable<NotificationsTable>;

/** Skips notifications whose user already has a notification with the same dedupe key. */
export async function insertNotifications(
  trx: Trx,
  notifications: readonly Insertable<NotificationsTable>[],
): Promise<void> {
  if (notifications.length === 0) return;
  await trx
    .insertInto('notifications')
    .values(notifications)
    .onConflict((conflict) => conflict.columns(['user_id', 'dedupe_key']).doNothing())
    .execute();
}

/**
 * Inserts a notification, or updates the text of the user's notification with the same dedupe key.
 * @param change - `isNew`: an existing notification becomes unread and appears at the new time. `readAt`: the time at
 * which an inserted notification counts as read; undefined if it is unread
 */
export async function upsertNotification(
  trx: Trx,
  notification: Insertable<NotificationsTable>,
  { isNew, readAt }: { isNew: boolean; readAt: Date | undefined },
): Promise<void> {
  const { title, body, created_at } = notification;
  await trx
    .insertInto('notifications')
    .values({ ...notification, read_at: readAt ?? null })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'dedupe_key']).doUpdateSet({
        title,
        body,
        ...(isNew && { created_at, read_at: null }),
      }),
    )
    .execute();
}

/** Of `userIds`, those whose user has an unread notification with this dedupe key. */
export async function findUnreadBy(
  trx: Trx,
  userIds: readonly string[],
  dedupeKey: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('notifications')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('dedupe_key', '=', dedupeKey)
    .where('read_at', 'is', null)
    .execute();
  return rows.map((row) => row.user_id);
}

export type NotificationsSince = { userId: string; keyPrefix: string; since: Date };

export async function hasNotification(
  db: Db,
  { userId, keyPrefix, since }: NotificationsSince,
): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since.toISOString())
    .where(sql<boolean>`starts_with(dedupe_key, ${keyPrefix})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The key of the user's newest notification whose key contains this text; undefined if there is none. */
export async function findNewestKey(trx: Trx, userId: string, part: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('notifications')
    .select('dedupe_key')
    .where('user_id', '=', userId)
    .where(sql<boolean>`strpos(dedupe_key, ${part}) > 0`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.dedupe_key;
}

export async function deleteNotification(trx: Trx, userId: string, dedupeKey: string): Promise<void> {
  await trx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('dedupe_key', '=', dedupeKey)
    .execute();
}

/** Deletes the notifications of this kind with one of these dedupe keys, for every admin. */
export async function deleteAdminNotifications(
  trx: Trx,
  kind: NotificationKind,
  dedupeKeys: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('notifications')
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('role', '=', 'admin'))
    .where('kind', '=', kind)
    .where('dedupe_key', 'in', dedupeKeys)
    .execute();
}

/** The user's newest notifications, without those that are to appear after `now`. */
export async function findNotifications(
  db: Db,
  userId: string,
  now: Date,
  limit: number,
): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '<=', now.toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countUnread(db: Db, userId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('created_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Marks the user's notifications with these ids as read, or all of them without `ids`, if they appeared at `until` or
 * earlier. A notification that is already read keeps its `read_at`.
 */
export async function markNotificationsRead(
  db: Db,
  userId: string,
  { ids, until }: { ids: readonly string[] | undefined; until: Date },
  now: Date,
): Promise<void> {
  if (ids?.length === 0) return;
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('created_at', '<=', until.toISOString())
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute();
}

export async function deleteNotificationsBefore(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('notifications')
    .where('created_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
