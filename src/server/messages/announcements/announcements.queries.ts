import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockKey } from '../../platform/db/lock-key.ts';
import type { AnnouncementsTable } from '../../platform/db/tables/message-tables.ts';

export type AnnouncementRow = Selectable<AnnouncementsTable>;
export type ListedAnnouncementRow = Awaited<ReturnType<typeof findAnnouncements>>[number];

/** The announcement that is shown at this time; an exclusion constraint prevents overlaps. */
export async function findAnnouncementAt(db: Db, now: Date): Promise<AnnouncementRow | undefined> {
  return db
    .selectFrom('announcements')
    .selectAll()
    .where('starts_at', '<=', now.toISOString())
    .where('ends_at', '>', now.toISOString())
    .orderBy('starts_at', 'desc')
    .executeTakeFirst();
}

/** Sorted by start, latest first, so that scheduled announcements are at the top. */
export async function findAnnouncements(db: Db | Trx, limit: number) {
  return db
    .selectFrom('announcements')
    .leftJoin('users', 'users.id', 'announcements.created_by')
    .selectAll('announcements')
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .orderBy('announcements.starts_at', 'desc')
    .orderBy('announcements.id')
    .limit(limit)
    .execute();
}

/** Serializes changes of announcements, because writers that conflict on the exclusion constraint can deadlock. */
export async function lockAnnouncements(trx: Trx): Promise<void> {
  await lockKey(trx, 'announcements');
}

export async function lockAnnouncement(trx: Trx, id: string): Promise<AnnouncementRow | undefined> {
  return trx.selectFrom('announcements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertAnnouncement(trx: Trx, row: Insertable<AnnouncementsTable>): Promise<string> {
  const { id } = await trx.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateAnnouncementRow(
  trx: Trx,
  id: string,
  changes: Partial<Insertable<AnnouncementsTable>>,
): Promise<void> {
  await trx
    .updateTable('announcements')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteAnnouncementRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('announcements').where('id', '=', id).execute();
}
