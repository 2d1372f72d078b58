import {
  type Notification,
  type NotificationKind,
  type NotificationList,
  notificationsShown,
} from '../../../shared/messages/notifications.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  countUnread,
  deleteNotification,
  deleteNotificationsBefore,
  findNotifications,
  insertNotification,
  markNotificationsRead,
  type NotificationRow,
} from './notifications.queries.ts';

const retentionMonths = 13;

export type NewNotification = {
  userId: string;
  kind: NotificationKind;
  /** At most 200 characters; longer ones are cut. */
  title: string;
  /** One or two sentences. */
  body?: string;
  /** Of this site, beginning with one slash. */
  path?: string;
  /** Repeated events with the same key make one notification, e.g. `receipt:{purchase id}`. */
  dedupeKey: string;
  now: Date;
};

/** Adds a notification in the transaction of the event, so that both happen or neither. */
export async function notify(trx: Trx, notification: NewNotification): Promise<void> {
  await insertNotification(trx, {
    user_id: notification.userId,
    kind: notification.kind,
    title: notification.title.slice(0, 200),
    body: (notification.body ?? '').slice(0, 1_000),
    path: notification.path ?? null,
    dedupe_key: notification.dedupeKey,
    created_at: notification.now,
  });
}

/** Removes a notification whose event was undone. */
export async function withdrawNotification(trx: Trx, userId: string, dedupeKey: string): Promise<void> {
  await deleteNotification(trx, userId, dedupeKey);
}

/** The newest of the own ones, and how many are unread in all. */
export async function listNotifications(deps: Deps, actor: Actor): Promise<NotificationList> {
  const [rows, unread] = await Promise.all([
    findNotifications(deps.db, actor.userId, notificationsShown),
    countUnread(deps.db, actor.userId),
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
  return { unread: await countUnread(deps.db, actor.userId) };
}

/** Marks the user's notifications with these ids, or all, as read. Ids of other users are ignored. @returns how many stay unread */
export async function markRead(
  deps: Deps,
  actor: Actor,
  ids: readonly string[] | undefined,
): Promise<{ unread: number }> {
  await markNotificationsRead(deps.db, actor.userId, ids, deps.now());
  return unreadCount(deps, actor);
}

/** Part of the `sweep-activity` job. @returns how many were removed */
export function sweepNotifications(deps: Deps): Promise<number> {
  const before = deps.now();
  before.setUTCMonth(before.getUTCMonth() - retentionMonths);
  return deleteNotificationsBefore(deps.db, before);
}
