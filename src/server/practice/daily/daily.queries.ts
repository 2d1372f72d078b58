import { type Insertable, sql, type Updateable } from 'kysely';
import type { Hand } from '../../../shared/poker/hand.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockKey } from '../../platform/db/lock-key.ts';
import type { DailySpotsTable } from '../../platform/db/tables/daily-tables.ts';

function withHands(db: Db | Trx) {
  return db
    .selectFrom('daily_spots')
    .innerJoin('spots', 'spots.id', 'daily_spots.spot_id')
    .innerJoin('hands', 'hands.id', 'spots.hand_id');
}

/** The hand of a day, the session that it links to (only if it is in the shop), and the previous day with a hand. */
export async function findDaily(db: Db, day: string) {
  return withHands(db)
    .leftJoin('products', (join) =>
      join
        .onRef('products.id', '=', 'daily_spots.product_id')
        .on('products.is_active', '=', true)
        .on('products.deleted_at', 'is', null),
    )
    .select(['daily_spots.id', 'daily_spots.day', 'question', 'options', 'reason', 'leak', 'visitor_salt'])
    .select([
      'spots.at_action',
      'spots.hand_id',
      'products.id as session_id',
      'products.title as session_title',
    ])
    .select(['products.price_cents as session_price', 'products.is_free as session_free'])
    .select(sql<Hand>`hands.model`.as('model'))
    .select(({ selectFrom }) =>
      selectFrom('daily_spots as earlier')
        .select(({ fn }) => fn.max('earlier.day').as('day'))
        .whereRef('earlier.day', '<', 'daily_spots.day')
        .as('previous_day'),
    )
    .where('daily_spots.day', '=', day)
    .executeTakeFirst();
}
export type DailyRow = NonNullable<Awaited<ReturnType<typeof findDaily>>>;

export async function isHandPublic(db: Db, handId: string): Promise<boolean> {
  const row = await db.selectFrom('hands').select('is_public').where('id', '=', handId).executeTakeFirst();
  return row?.is_public === true;
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

export type DailyUser = { userId: string };
/** Salted hashes: of the IP address, and of the IP address with the user agent. Each has `hashLength` hex digits. */
export type DailyVisitor = { addressHash: string; browserHash: string };
export const hashLength = 32;

const keyOf = ({ addressHash, browserHash }: DailyVisitor) => addressHash + browserHash;

export async function findChoice(
  db: Db,
  dailyId: string,
  person: DailyUser | DailyVisitor,
): Promise<number | null> {
  const answers = db.selectFrom('daily_answers').select('choice').where('daily_id', '=', dailyId);
  const row = await ('userId' in person
    ? answers.where('user_id', '=', person.userId)
    : answers.where('visitor_key', '=', keyOf(person))
  ).executeTakeFirst();
  return row?.choice ?? null;
}

export type StoredAnswer = { dailyId: string; choice: number; now: Date };

/** @returns false if the user has answered before */
export async function insertAnswer(trx: Trx, answer: StoredAnswer & DailyUser): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('daily_answers')
    .values({
      daily_id: answer.dailyId,
      user_id: answer.userId,
      choice: answer.choice,
      created_at: answer.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * A visitor's key begins with the hash of the address, so that a range scan of the keys' index counts the visitors of
 * an address. Concurrent answers do not count each other, so a few more than `limit` may be stored.
 * @returns false if the visitor has answered before, or `limit` visitors of the address have
 */
export async function insertVisitorAnswer(
  db: Db,
  { dailyId, visitor, choice, now, limit }: StoredAnswer & { visitor: DailyVisitor; limit: number },
): Promise<boolean> {
  const { addressHash } = visitor;
  const { numAffectedRows } = await sql`
    insert into daily_answers (daily_id, visitor_key, choice, created_at)
    select ${dailyId}, ${keyOf(visitor)}, ${choice}, ${now}
    where (
      select count(*) from daily_answers
      where daily_id = ${dailyId}
        and visitor_key between ${addressHash.padEnd(2 * hashLength, '0')} and ${addressHash.padEnd(2 * hashLength, 'f')}
    ) < ${limit}
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Deletes the visitor's answer. @returns its choice; undefined if there is none */
export async function deleteVisitorAnswer(
  trx: Trx,
  dailyId: string,
  visitor: DailyVisitor,
): Promise<number | undefined> {
  const row = await trx
    .deleteFrom('daily_answers')
    .where('daily_id', '=', dailyId)
    .where('visitor_key', '=', keyOf(visitor))
    .returning('choice')
    .executeTakeFirst();
  return row?.choice;
}

/** How many answers chose each option, by the index of the option. */
export async function countChoices(db: Db, dailyId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('daily_answers')
    .select((eb) => ['choice', eb.fn.countAll<number>().as('count')])
    .where('daily_id', '=', dailyId)
    .groupBy('choice')
    .execute();
  return new Map(rows.map(({ choice, count }) => [choice, count]));
}

/**
 * Erases visitors' keys older than `before`, and the salts of days before `today`.
 * @returns how many keys were erased
 */
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

/** The newest day up to `today` that has a hand; null if none has one. */
export async function findNewestDay(trx: Trx, today: string): Promise<string | null> {
  const row = await trx
    .selectFrom('daily_spots')
    .select(({ fn }) => fn.max<string | null>('day').as('day'))
    .where('day', '<=', today)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** The hands that are planned for the days from `from` to `to`, by day. */
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

/** Serializes changes to the planned hands until the transaction ends. */
export async function lockPlan(trx: Trx): Promise<void> {
  await lockKey(trx, 'daily-plan');
}

export async function findPlanned(trx: Trx, day: string) {
  return trx
    .selectFrom('daily_spots')
    .select(['id', 'spot_id', 'question', 'updated_at'])
    .where('day', '=', day)
    .executeTakeFirst();
}

/**
 * A day of the range on which this spot (a decision in a hand) is planned; undefined if there is none. Rows in
 * `exceptIds` do not count.
 */
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

/** Sessions in the shop, by number, at most 500. */
export async function findSessions(db: Db | Trx) {
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
