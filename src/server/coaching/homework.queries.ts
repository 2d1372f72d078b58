import { type Insertable, sql } from 'kysely';
import type { TitledMaterial } from '../../shared/coaching/homework.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { HomeworkTable } from '../platform/db/tables/coaching-tables.ts';

/** @returns false if homework with this id exists */
export async function insertHomework(trx: Trx, homework: Insertable<HomeworkTable>): Promise<boolean> {
  const result = await trx
    .insertInto('homework')
    .values(homework)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function countOpenHomework(trx: Trx, studentId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('homework')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('student_id', '=', studentId)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * All open homework, the earliest due day first and pieces without a due day last; then at most `doneLimit` done
 * pieces, the most recently done first.
 */
export async function findHomeworkOf(db: Db, studentId: string, doneLimit: number) {
  const homework = db
    .selectFrom('homework')
    .leftJoin('coaches', 'coaches.user_id', 'homework.coach_id')
    .selectAll('homework')
    .select('coaches.display_name as coach_name')
    .where('student_id', '=', studentId);
  const [open, finished] = await Promise.all([
    homework
      .where('done_at', 'is', null)
      .orderBy('due_on', (order) => order.asc().nullsLast())
      .orderBy('homework.created_at')
      .orderBy('id')
      .execute(),
    homework
      .where('done_at', 'is not', null)
      .orderBy('done_at', 'desc')
      .orderBy('id')
      .limit(doneLimit)
      .execute(),
  ]);
  return [...open, ...finished];
}

/**
 * Marks homework as done or, if `doneAt` is null, as open again.
 * @returns false if the student has no such homework
 */
export async function markHomework(
  db: Db,
  id: string,
  studentId: string,
  doneAt: Date | null,
): Promise<boolean> {
  const result = await db
    .updateTable('homework')
    // Marking homework as done again does not change the time.
    .set({ done_at: doneAt && sql<string>`coalesce(done_at, ${doneAt})` })
    .where('id', '=', id)
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Locks homework until the transaction ends. */
export async function lockHomework(trx: Trx, id: string) {
  return trx.selectFrom('homework').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function deleteHomework(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('homework').where('id', '=', id).execute();
}

/** At most 500 of the academy's published decks, by title; with `ids`, only those. */
export async function findDecks(db: Db, ids?: readonly string[]): Promise<TitledMaterial[]> {
  if (ids?.length === 0) return [];
  const decks = await db
    .selectFrom('decks')
    .select(['id', 'title'])
    .where('owner_id', 'is', null)
    .where('published_at', 'is not', null)
    .$if(ids !== undefined, (rows) => rows.where('id', 'in', [...(ids ?? [])]))
    .orderBy('title')
    .limit(500)
    .execute();
  return decks.map((deck) => ({ kind: 'deck', ...deck }));
}

/** At most 500 of the academy's public hands that have a title, by title; with `ids`, only those. */
export async function findHands(db: Db, ids?: readonly string[]): Promise<TitledMaterial[]> {
  if (ids?.length === 0) return [];
  const hands = await db
    .selectFrom('hands')
    .select(['id', 'title'])
    .where('owner_id', 'is', null)
    .where('is_public', '=', true)
    .$if(ids !== undefined, (rows) => rows.where('id', 'in', [...(ids ?? [])]))
    .orderBy('title')
    .limit(500)
    .execute();
  return hands.flatMap(({ id, title }) => (title === null ? [] : [{ kind: 'hand', id, title }]));
}
