import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { LegalNoticesTable } from '../../platform/db/tables/privacy-tables.ts';

/** An email to all users about a changed legal text, with the progress of its sending. */
export type LegalNoticeRow = Selectable<LegalNoticesTable>;
export type ListedNoticeRow = Awaited<ReturnType<typeof findNotices>>[number];

/** Newest first. */
export function findNotices(db: Db | Trx, limit: number) {
  return db
    .selectFrom('legal_notices')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'legal_notices.created_by').on('users.deleted_at', 'is', null),
    )
    .selectAll('legal_notices')
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .orderBy('legal_notices.created_at', 'desc')
    .limit(limit)
    .execute();
}

/** @returns the id of the new notice; undefined if a notice with the given id exists */
export async function insertNotice(
  trx: Trx,
  notice: Insertable<LegalNoticesTable>,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('legal_notices')
    .values(notice)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function lockUnfinishedNotice(trx: Trx, id: string): Promise<LegalNoticeRow | undefined> {
  return trx
    .selectFrom('legal_notices')
    .selectAll()
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateNotice(
  trx: Trx,
  id: string,
  progress: { emailed: number; last_user_id: string | null; finished_at: Date | null },
): Promise<void> {
  await trx.updateTable('legal_notices').set(progress).where('id', '=', id).execute();
}

/** Users who had an account at that time and still have it. */
function recipients(db: Db | Trx, at: Date | string) {
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', new Date(at).toISOString());
}

export async function countRecipients(db: Db | Trx, at: Date): Promise<number> {
  const { count } = await recipients(db, at)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The next batch of recipients, in order of id. */
export async function findRecipientsAfter(
  trx: Trx,
  notice: Pick<LegalNoticeRow, 'created_at' | 'last_user_id'>,
  limit: number,
) {
  const { created_at, last_user_id } = notice;
  return recipients(trx, created_at)
    .select(['id', 'email', 'first_name as firstName'])
    .$if(last_user_id !== null, (query) => query.where('id', '>', last_user_id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}
