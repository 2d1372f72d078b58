import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { DrillTriesTable } from '../platform/db/tables/drill-tables.ts';
import type { DrillState, FreshState } from './schedule.ts';

export type AttemptRow = Selectable<DrillTriesTable>;

/** Until the transaction ends, other transactions that call this function for the same student wait. */
export async function lockSchedule(trx: Trx, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

export async function findAttempt(db: Db | Trx, userId: string, id: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('drill_tries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertAttempt(trx: Trx, row: Insertable<DrillTriesTable>): Promise<void> {
  await trx.insertInto('drill_tries').values(row).execute();
}

export async function updateAttempt(
  trx: Trx,
  { user_id: userId, id }: Pick<AttemptRow, 'user_id' | 'id'>,
  values: { rating?: number; taken_back_at?: Date },
): Promise<void> {
  await trx
    .updateTable('drill_tries')
    .set(values)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** The student's attempts at a drill, oldest first, including those that were taken back. */
export async function findAttempts(trx: Trx, userId: string, drillId: string) {
  return trx
    .selectFrom('drill_tries')
    .select(['day', 'rating', 'retention', 'due_was', 'taken_back_at'])
    .where('user_id', '=', userId)
    .where('drill_id', '=', drillId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

export async function findDueDay(db: Db | Trx, userId: string, drillId: string): Promise<string | null> {
  const row = await db
    .selectFrom('drill_states')
    .select('due_on')
    .where('user_id', '=', userId)
    .where('drill_id', '=', drillId)
    .executeTakeFirst();
  return row?.due_on ?? null;
}

export async function saveState(
  trx: Trx,
  { userId, drillId }: { userId: string; drillId: string },
  state: DrillState | FreshState,
): Promise<void> {
  const columns = {
    due_on: state.dueOn,
    stability: state.stability,
    difficulty: state.difficulty,
    reps: state.reps,
    lapses: state.lapses,
    last_on: state.lastOn,
    last_rating: state.lastRating,
  };
  await trx
    .insertInto('drill_states')
    .values({ user_id: userId, drill_id: drillId, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'drill_id']).doUpdateSet(columns))
    .execute();
}

export async function deleteState(trx: Trx, userId: string, drillId: string): Promise<void> {
  await trx
    .deleteFrom('drill_states')
    .where('user_id', '=', userId)
    .where('drill_id', '=', drillId)
    .execute();
}

/** Skips the drill for the rest of `day`, the student's current day. */
export async function buryDrill(db: Db, userId: string, drillId: string, day: string): Promise<void> {
  await db
    .updateTable('drill_states')
    .set({ buried_on: day })
    .where('user_id', '=', userId)
    .where('drill_id', '=', drillId)
    .execute();
}

/** How many other students chose each option of a version of the drill. */
export async function countChoices(db: Db, filter: { drillId: string; version: number; userId: string }) {
  return db
    .selectFrom('drill_tries')
    .select(['chosen', sql<number>`count(distinct user_id)`.as('count')])
    .where('drill_id', '=', filter.drillId)
    .where('version', '=', filter.version)
    .where('user_id', '<>', filter.userId)
    .where('taken_back_at', 'is', null)
    .groupBy('chosen')
    .execute();
}

export async function insertReport(
  db: Db,
  report: { userId: string; drillId: string; version: number; now: Date },
): Promise<void> {
  await db
    .insertInto('drill_reports')
    .values({
      user_id: report.userId,
      drill_id: report.drillId,
      version: report.version,
      created_at: report.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the student has answered this drill, even if they took the answer back. */
export async function hasAttempted(db: Db, userId: string, drillId: string): Promise<boolean> {
  const row = await db
    .selectFrom('drill_tries')
    .select('id')
    .where('user_id', '=', userId)
    .where('drill_id', '=', drillId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
