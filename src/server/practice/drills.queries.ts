import { type InferResult, type Insertable, sql } from 'kysely';
import type { LeakId } from '../../shared/practice/leaks.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { DrillsTable, DrillVersionsTable } from '../platform/db/tables/drill-tables.ts';

export type DrillRow = InferResult<ReturnType<typeof drillVersions>>[number];
export type AskedRow = InferResult<ReturnType<typeof drillsFor>>[number];

/** Drills, with one row for each version. */
function drillVersions(db: Db | Trx) {
  return db
    .selectFrom('drills')
    .innerJoin('drill_versions', 'drill_versions.drill_id', 'drills.id')
    .selectAll('drills')
    .select([
      'drill_versions.prompt',
      'drill_versions.body',
      'drill_versions.options',
      'drill_versions.reason',
    ]);
}

/** Drills with their newest version. */
function drillsNow(db: Db | Trx) {
  return drillVersions(db).whereRef('drill_versions.version', '=', 'drills.version');
}

type DueFilter = { userId: string; today: string; deckIds: readonly string[]; limit: number };

/**
 * The drills of these decks that are due on a day, at most `limit`, without those that the student skips on that day
 * (`buried_on`). Drills that were never answered come first, then those that the student most probably still remembers:
 * a drill that is already forgotten loses little by waiting.
 */
export async function findDue(db: Db, { userId, today, deckIds, limit }: DueFilter) {
  return db
    .selectFrom('drill_states')
    .innerJoin('drills', 'drills.id', 'drill_states.drill_id')
    .select(['drills.id', 'drills.deck_id', 'drills.leak'])
    .select(['drill_states.last_on', 'drill_states.last_rating'])
    .where('drill_states.user_id', '=', userId)
    .where('drill_states.due_on', '<=', today)
    .where(({ or, eb }) =>
      or([eb('drill_states.buried_on', 'is', null), eb('drill_states.buried_on', '<>', today)]),
    )
    .where('drills.deck_id', '=', sql<string>`any(${deckIds})`)
    .where('drills.archived_at', 'is', null)
    .orderBy(
      sql`(${today}::date - coalesce(drill_states.last_on, ${today}::date)) / greatest(drill_states.stability, 0.1)`,
    )
    .orderBy('drill_states.due_on')
    .orderBy('drills.id')
    .limit(limit)
    .execute();
}

/** The drills with these ids that are not archived, in the order of the ids. */
export async function findDrillsById(db: Db, userId: string, ids: readonly string[]): Promise<AskedRow[]> {
  const rows = await drillsFor(db, userId).where('drills.id', '=', sql<string>`any(${ids})`).execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Drills that are not archived, with the student's last answer. */
function drillsFor(db: Db, userId: string) {
  return drillsNow(db)
    .leftJoin('drill_states', (join) =>
      join.onRef('drill_states.drill_id', '=', 'drills.id').on('drill_states.user_id', '=', userId),
    )
    .select(['drill_states.last_on', 'drill_states.last_rating'])
    .where('drills.archived_at', 'is', null);
}

/** The drills of a deck, or only `drillId`: those never answered first, then those answered longest ago. */
export async function findOfDeck(
  db: Db,
  userId: string,
  { deckId, drillId, limit }: { deckId: string; drillId?: string | undefined; limit: number },
): Promise<AskedRow[]> {
  return drillsFor(db, userId)
    .where('drills.deck_id', '=', deckId)
    .$if(drillId !== undefined, (drills) => drills.where('drills.id', '=', drillId ?? ''))
    .orderBy('drill_states.last_on', (order) => order.asc().nullsFirst())
    .orderBy('drills.sort')
    .orderBy('drills.created_at')
    .orderBy('drills.id')
    .limit(limit)
    .execute();
}

/**
 * The drills of a leak in the given decks: those never answered first, then those answered longest ago. Drills answered
 * on the same day are in random order, so that students do not learn the order.
 */
export async function findOfLeak(
  db: Db,
  userId: string,
  filter: { leak: LeakId; deckIds: readonly string[]; limit: number },
): Promise<AskedRow[]> {
  return drillsFor(db, userId)
    .where('drills.leak', '=', filter.leak)
    .where('drills.deck_id', '=', sql<string>`any(${filter.deckIds})`)
    .orderBy('drill_states.last_on', (order) => order.asc().nullsFirst())
    .orderBy(sql`random()`)
    .limit(filter.limit)
    .execute();
}

export async function findDrill(db: Db | Trx, id: string): Promise<DrillRow | undefined> {
  return drillsNow(db).where('drills.id', '=', id).executeTakeFirst();
}

export async function findDrillVersion(
  db: Db | Trx,
  id: string,
  version: number,
): Promise<DrillRow | undefined> {
  return drillVersions(db)
    .where('drills.id', '=', id)
    .where('drill_versions.version', '=', version)
    .executeTakeFirst();
}

/** @returns false if a drill with this id exists */
export async function insertDrill(
  trx: Trx,
  drill: Insertable<DrillsTable> & { id: string },
): Promise<boolean> {
  const result = await trx
    .insertInto('drills')
    .values(drill)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function insertVersion(trx: Trx, version: Insertable<DrillVersionsTable>): Promise<void> {
  await trx.insertInto('drill_versions').values(version).execute();
}

/**
 * A row for each day of the range on which the student answered drills, with the number of these drills; if there is no
 * such day, one row with `day` null. Each row has the student's time zone and the minutes of practice that they chose.
 */
export async function findStudentDays(db: Db, userId: string, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom('users')
    .leftJoin('drill_tries', (join) =>
      join
        .onRef('drill_tries.user_id', '=', 'users.id')
        .on('drill_tries.day', '>=', from)
        .on('drill_tries.day', '<=', to)
        .on('drill_tries.taken_back_at', 'is', null),
    )
    .select(['users.time_zone', 'users.drill_minutes', 'drill_tries.day'])
    .select(sql<number>`count(distinct drill_tries.drill_id)`.as('tried'))
    .where('users.id', '=', userId)
    .groupBy(['users.id', 'drill_tries.day'])
    .execute();
}

export async function updateDrillMinutes(db: Db, userId: string, minutes: number): Promise<void> {
  await db.updateTable('users').set({ drill_minutes: minutes }).where('id', '=', userId).execute();
}
