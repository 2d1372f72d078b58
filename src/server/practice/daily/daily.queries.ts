import { type Insertable, sql, type Updateable } from 'kysely';
import type { Hand } from '../../../shared/poker/hand.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { DailySpotsTable } from '../../platform/db/tables/daily-tables.ts';

function withHands(db: Db | Trx) {
  return db
    .selectFrom('daily_spots')
    .innerJoin('spots', 'spots.id', 'daily_spots.spot_id')
    .innerJoin('hands', 'hands.id', 'spots.hand_id');
}

/** The hand of a day, with the session that it links to if that is on offer. */
export async function findDaily(db: Db, day: string) {
  return withHands(db)
    .leftJoin('products', (join) =>
      join
        .onRef('products.id', '=', 'daily_spots.product_id')
        .on('products.is_active', '=', true)
        .on('products.deleted_at', 'is', null),
    )
    .select(['daily_spots.id', 'daily_spots.day', 'question', 'options', 'reason', 'leak', 'visitor_salt'])
    .select(['spots.at_action', 'products.id as session_id', 'products.title as session_title'])
    .select(['products.price_cents as session_price', 'products.is_free as session_free'])
    .select(sql<Hand>`hands.model`.as('model'))
    .where('daily_spots.day', '=', day)
    .executeTakeFirst();
}
export type DailyRow = NonNullable<Awaited<ReturnType<typeof findDaily>>>;

/** The last day with a hand before a day, and not before `since`. */
export async function findDayBefore(db: Db, day: string, since: string): Promise<string | null> {
  const row = await db
    .selectFrom('daily_spots')
    .select('day')
    .where('day', '<', day)
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Days with a hand, newest first. */
export async function findArchive(db: Db, range: { before: string; since: string }, limit: number) {
  return withHands(db)
    .select(['daily_spots.day', 'question', 'hands.hero_position'])
    .where('daily_spots.day', '<', range.before)
    .where('daily_spots.day', '>=', range.since)
    .orderBy('daily_spots.day', 'desc')
    .limit(limit)
    .execute();
}

/** Who answers: a user, or a visitor by key. */
export type DailyPerson = { userId: string } | { visitorKey: string };

export async function findChoice(db: Db, dailyId: string, person: DailyPerson): Promise<number | null> {
  const row = await db
    .selectFrom('daily_answers')
    .select('choice')
    .where('daily_id', '=', dailyId)
    .$if('userId' in person, (rows) => rows.where('user_id', '=', 'userId' in person ? person.userId : ''))
    .$if('visitorKey' in person, (rows) =>
      rows.where('visitor_key', '=', 'visitorKey' in person ? person.visitorKey : ''),
    )
    .executeTakeFirst();
  return row?.choice ?? null;
}

/** @returns false if the person has answered before */
export async function insertAnswer(
  trx: Trx,
  answer: { dailyId: string; person: DailyPerson; choice: number; now: Date },
): Promise<boolean> {
  const { person } = answer;
  const row = await trx
    .insertInto('daily_answers')
    .values({
      daily_id: answer.dailyId,
      user_id: 'userId' in person ? person.userId : null,
      visitor_key: 'visitorKey' in person ? person.visitorKey : null,
      choice: answer.choice,
      created_at: answer.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** How many chose each option, by its index. */
export async function countChoices(db: Db, dailyId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('daily_answers')
    .select((eb) => ['choice', eb.fn.countAll<number>().as('count')])
    .where('daily_id', '=', dailyId)
    .groupBy('choice')
    .execute();
  return new Map(rows.map(({ choice, count }) => [choice, Number(count)]));
}

/** Removes what recognizes visitors: keys older than `before`, and the salts of days before `today`. @returns keys removed */
export async function eraseVisitorKeys(db: Db, before: Date, today: string): Promise<number> {
  await db
    .updateTable('daily_spots')
    .set({ visitor_salt: null })
    .where('day', '<', today)
    .where('visitor_salt', 'is not', null)
    .execute();
  const result = await db
    .updateTable('daily_answers')
    .set({ visitor_key: null })
    .where('visitor_key', 'is not', null)
    .where('created_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** The hands of the days of a range. */
export async function findPlan(db: Db | Trx, from: string, to: string) {
  return withHands(db)
    .select([
      'daily_spots.day',
      'question',
      'options',
      'reason',
      'leak',
      'product_id',
      'daily_spots.updated_at',
    ])
    .select(['spots.at_action', 'spots.hand_id', 'hands.title', 'hands.line'])
    .select(
      sql<number>`(select count(*)::int from daily_answers where daily_id = daily_spots.id)`.as('answers'),
    )
    .where('daily_spots.day', '>=', from)
    .where('daily_spots.day', '<=', to)
    .orderBy('daily_spots.day')
    .execute();
}

/** Serializes changes of the plan until the transaction ends. */
export async function lockPlan(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('daily-plan', 0))`.execute(trx);
}

export async function findPlanned(
  trx: Trx,
  day: string,
): Promise<{ id: string; spot_id: string; updated_at: string } | undefined> {
  return trx
    .selectFrom('daily_spots')
    .select(['id', 'spot_id', 'updated_at'])
    .where('day', '=', day)
    .executeTakeFirst();
}

/** A day within the range on which the decision is shown, except on days in `exceptIds`. */
export async function findRepeat(
  trx: Trx,
  spotId: string,
  range: { from: string; to: string },
  exceptIds: readonly string[],
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('daily_spots')
    .select('day')
    .where('spot_id', '=', spotId)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .$if(exceptIds.length > 0, (rows) => rows.where('id', 'not in', [...exceptIds]))
    .limit(1)
    .executeTakeFirst();
  return row?.day;
}

export async function insertPlanned(trx: Trx, row: Insertable<DailySpotsTable>): Promise<void> {
  await trx.insertInto('daily_spots').values(row).execute();
}

export async function updatePlanned(
  trx: Trx,
  id: string,
  changes: Updateable<DailySpotsTable>,
): Promise<void> {
  await trx.updateTable('daily_spots').set(changes).where('id', '=', id).execute();
}

export async function deletePlanned(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('daily_spots').where('id', '=', id).execute();
}

/** Sessions on offer, by number. */
export async function findSessions(db: Db | Trx): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'title'])
    .where('type', '=', 'session')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('product_number')
    .limit(500)
    .execute();
}
