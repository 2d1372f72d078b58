import { cutText } from '../../../shared/cut-text.ts';
import {
  type MarkReadInput,
  type Notification,
  type NotificationKind,
  type NotificationList,
  notificationsShown,
} from '../../../shared/messages/notifications.ts';
import { retention } from '../../../shared/profile/retention.ts';
import { addMonths } from '../../../shared/time-zone.ts';
import { findActiveAdmins } from '../../access/active-admins.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  countUnread,
  deleteAdminNotifications,
  deleteNotification,
  deleteNotificationsBefore,
  findNewestKey,
  findNotifications,
  findUnreadBy,
  hasNotification,
  insertNotifications,
  markNotificationsRead,
  type NotificationRow,
  type NotificationsSince,
  upsertNotification,
} from './notifications.queries.ts';

export type NewNotification = {
  userId: string;
  kind: NotificationKind;
  /** Truncated to 200 characters. */
  title: string;
  /** One or two sentences. */
  body?: string;
  /** Path on this site, beginning with a single slash. */
  path?: string;
  /** A user gets only one notification with the same key, e.g. `receipt:{purchase id}`. */
  dedupeKey: string;
  /** The time of the event, or later: the notification of a coach’s answer appears only after the undo period. */
  appearsAt: Date;
};

/** Adds notifications in the transaction of the event, so that all commit or none. Pass a few hundred at most. */
export async function notify(trx: Trx, ...notifications: NewNotification[]): Promise<void> {
  await insertNotifications(trx, notifications.map(rowOf));
}

function rowOf({ userId, kind, title, body = '', path, dedupeKey, appearsAt }: NewNotification) {
  return {
    user_id: userId,
    kind,
    title: cutText(title, 200),
    body: cutText(body, 1_000),
    path: path ?? null,
    dedupe_key: dedupeKey,
    created_at: appearsAt,
  };
}

/** Whether a notification whose key begins with this prefix was created for the user since the given time. */
export function wasNotified(deps: Pick<Deps, 'db'>, about: NotificationsSince): Promise<boolean> {
  return hasNotification(deps.db, about);
}

/** The dedupe key of the user's newest notification whose key contains this text; undefined if there is none. */
export function newestKey(trx: Trx, userId: string, part: string): Promise<string | undefined> {
  return findNewestKey(trx, userId, part);
}

/**
 * Notifies every admin who can log in, in the transaction of the event. Titles and bodies must not name people, because
 * the notifications of admins outlive the accounts of students.
 */
export async function notifyAdmins(trx: Trx, notification: Omit<NewNotification, 'userId'>): Promise<void> {
  const admins = await findActiveAdmins(trx);
  await notify(trx, ...admins.map(({ id }) => ({ ...notification, userId: id })));
}

/**
 * For every admin who can log in, updates the notification with this key, or adds it if the admin has none. `isNew`: an
 * updated notification becomes unread and appears again. `readBy`: the id of an admin for whom an added notification is
 * already marked as read.
 * @returns the admins who had no unread notification with this key
 */
export async function showToAdmins(
  trx: Trx,
  notification: Omit<NewNotification, 'userId'>,
  { isNew, readBy }: { isNew: boolean; readBy: string | undefined },
) {
  const admins = await findActiveAdmins(trx);
  if (admins.length === 0) return [];
  const ids = admins.map(({ id }) => id);
  const unread = await findUnreadBy(trx, ids, notification.dedupeKey);
  for (const { id } of admins) {
    const row = rowOf({ ...notification, userId: id });
    await upsertNotification(trx, row, {
      isNew,
      readAt: id === readBy ? notification.appearsAt : undefined,
    });
  }
  return admins.filter(({ id }) => !unread.includes(id));
}

/** Deletes a notification whose event was undone. */
export async function withdrawNotification(trx: Trx, userId: string, dedupeKey: string): Promise<void> {
  await deleteNotification(trx, userId, dedupeKey);
}

/** Deletes these notifications for all admins, because the task that they are about is done. */
export async function withdrawFromAdmins(
  trx: Trx,
  kind: NotificationKind,
  dedupeKeys: readonly string[],
): Promise<void> {
  await deleteAdminNotifications(trx, kind, dedupeKeys);
}

/** The user's newest notifications, and the total number of unread ones. */
export async function listNotifications(deps: Deps, actor: Actor): Promise<NotificationList> {
  const now = deps.now();
  const [rows, unread] = await Promise.all([
    findNotifications(deps.db, actor.userId, now, notificationsShown),
    countUnread(deps.db, actor.userId, now),
  ]);
  return { items: rows.map(present), unread };
}

function present(row: NotificationRow): Notification {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    path: row.path,
    createdAt: row.created_at,
    readAt: row.read_at,
  };
}

export async function unreadCount(deps: Deps, actor: Actor): Promise<{ unread: number }> {
  return { unread: await countUnread(deps.db, actor.userId, deps.now()) };
}

/**
 * Marks the user's notifications with these ids, or all, as read, except those that appeared after `until`. Ignores
 * other users' ids.
 * @returns the number of notifications that are still unread
 */
export async function markRead(
  deps: Deps,
  actor: Actor,
  { ids, until }: NonNullable<MarkReadInput> = {},
): Promise<{ unread: number }> {
  const now = deps.now();
  const seenAt = until === undefined ? now : new Date(until);
  await markNotificationsRead(deps.db, actor.userId, { ids, until: seenAt < now ? seenAt : now }, now);
  return unreadCount(deps, actor);
}

/** Part of the `sweep-activity` job. @returns the number of notifications deleted */
export function sweepNotifications(deps: Deps): Promise<number> {
  return deleteNotificationsBefore(deps.db, addMonths(deps.now(), -retention.activityMonths));
}
