import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockKey } from '../../platform/db/lock-key.ts';
import type { DailyGoalsTable } from '../../platform/db/tables/learning-tables.ts';

export type GoalRow = Selectable<DailyGoalsTable>;

export async function findTimeZone(trx: Trx, userId: string): Promise<string | null> {
  const row = await trx.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst();
  return row?.time_zone ?? null;
}

/** The time zones of these users, by their ids. Users without one are absent. */
export async function findTimeZones(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select((eb) => ['id', eb.ref('time_zone').$notNull().as('timeZone')])
    .where('id', '=', sql<string>`any(${userIds})`)
    .where('time_zone', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]));
}

export async function updateTimeZone(db: Db, userId: string, timeZone: string): Promise<void> {
  await db.updateTable('users').set({ time_zone: timeZone }).where('id', '=', userId).execute();
}

/** Days from `from` to `to` inclusive, earliest first. */
export async function findDays(db: Db | Trx, userId: string, from: string, to: string): Promise<GoalRow[]> {
  return db
    .selectFrom('daily_goals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute();
}

/** The days from `from` to `to` inclusive that have a result, earliest first. */
export async function findResults(db: Db, userId: string, from: string, to: string) {
  return db
    .selectFrom('daily_goals')
    .select(['date', 'hands_played as hands', 'big_blind_cents as bigBlind'])
    .select(['tournaments', 'buy_ins_cents as buyIns'])
    .select((eb) => eb.ref('win_loss_cents').$notNull().as('winLoss'))
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('win_loss_cents', 'is not', null)
    .orderBy('date')
    .execute();
}

/**
 * The days from `from` to `to` inclusive that have data: study time, number of completed sessions, and whether the day
 * is completed.
 */
export async function findStudyFigures(db: Db, userId: string, from: string, to: string) {
  return db
    .selectFrom('daily_goals')
    .select([
      'date',
      'completed',
      'actual_study_time as actualStudyTime',
      'sessions_completed as sessionsCompleted',
    ])
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .execute();
}

/** Serializes changes of a user's days until the transaction ends. */
export async function lockGoals(trx: Trx, userId: string): Promise<void> {
  await lockKey(trx, `goals:${userId}`);
}

export async function findDaysOn(db: Db | Trx, userId: string, dates: readonly string[]): Promise<GoalRow[]> {
  return db
    .selectFrom('daily_goals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('date', 'in', dates)
    .execute();
}

/** The study goal of the latest day before `date` that has one. A new day starts with this goal. */
export async function findLastGoal(db: Db | Trx, userId: string, date: string): Promise<number | null> {
  const row = await db
    .selectFrom('daily_goals')
    .select('study_time_goal')
    .where('user_id', '=', userId)
    .where('date', '<', date)
    .where('study_time_goal', 'is not', null)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.study_time_goal ?? null;
}

/** Inserts or replaces complete days in one statement. */
export async function saveDays(trx: Trx, rows: readonly GoalRow[]): Promise<void> {
  await trx
    .insertInto('daily_goals')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'date']).doUpdateSet((eb) => ({
        study_time_goal: eb.ref('excluded.study_time_goal'),
        actual_study_time: eb.ref('excluded.actual_study_time'),
        study_seconds: eb.ref('excluded.study_seconds'),
        sessions_completed: eb.ref('excluded.sessions_completed'),
        hands_played: eb.ref('excluded.hands_played'),
        win_loss_cents: eb.ref('excluded.win_loss_cents'),
        big_blind_cents: eb.ref('excluded.big_blind_cents'),
        tournaments: eb.ref('excluded.tournaments'),
        buy_ins_cents: eb.ref('excluded.buy_ins_cents'),
        mood: eb.ref('excluded.mood'),
        notes: eb.ref('excluded.notes'),
        completed: eb.ref('excluded.completed'),
        completed_forced: eb.ref('excluded.completed_forced'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

/** How many drills the user answered on each day, without answers that were taken back. */
export async function countDrillsByDay(db: Db, userId: string, from: string, to: string) {
  return db
    .selectFrom('drill_tries')
    .select('day')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('taken_back_at', 'is', null)
    .groupBy('day')
    .execute();
}

/**
 * The times, from `from` on, at which the user first read an answer of a coach. `day`: the date of that time in the
 * time zone that the user had then; null if it was not stored.
 */
export async function findAnswerReveals(
  db: Db,
  userId: string,
  from: Date,
): Promise<{ at: string; day: string | null }[]> {
  return db
    .selectFrom('questions')
    .select(['revealed_at as at', 'revealed_on as day'])
    .$narrowType<{ at: string }>()
    .where('student_id', '=', userId)
    .where('revealed_at', '>=', from.toISOString())
    .execute();
}
