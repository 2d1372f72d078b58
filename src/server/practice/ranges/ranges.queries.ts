import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { RangeCells } from '../../../shared/practice/ranges.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockKey } from '../../platform/db/lock-key.ts';
import type { RangesTable } from '../../platform/db/tables/range-tables.ts';

export type RangeRow = Selectable<RangesTable>;

/**
 * All ranges of the user and of the academy; unpublished and withdrawn ones of the academy only if `withUnpublished` is
 * true. Their number is limited when they are created.
 */
export async function findRanges(db: Db, userId: string, withUnpublished: boolean) {
  return db
    .selectFrom('ranges')
    .leftJoin('range_versions as newest', (join) =>
      join.onRef('newest.range_id', '=', 'ranges.id').onRef('newest.version', '=', 'ranges.version'),
    )
    .leftJoin('range_progress as progress', (join) =>
      join.onRef('progress.range_id', '=', 'ranges.id').on('progress.user_id', '=', userId),
    )
    .leftJoin('range_versions as learned', (join) =>
      join.onRef('learned.range_id', '=', 'ranges.id').onRef('learned.version', '=', 'progress.version'),
    )
    .select(['ranges.id', 'ranges.name', 'ranges.situation', 'ranges.owner_id', 'ranges.version'])
    .select(['ranges.draft', 'ranges.withdrawn_at', 'newest.cells', 'learned.cells as learned'])
    .select(
      sql<number>`(select count(*)::int from range_misses m where m.range_id = ranges.id and m.user_id = ${userId})`.as(
        'missed',
      ),
    )
    .where((eb) =>
      eb.or([
        eb('ranges.owner_id', '=', userId),
        eb.and([
          eb('ranges.owner_id', 'is', null),
          ...(withUnpublished ? [] : [eb('ranges.version', '>', 0), eb('ranges.withdrawn_at', 'is', null)]),
        ]),
      ]),
    )
    .orderBy('ranges.owner_id', (order) => order.asc().nullsFirst())
    .orderBy('ranges.created_at')
    .orderBy('ranges.id')
    .execute();
}

export function findRange(db: Db | Trx, id: string): Promise<RangeRow | undefined> {
  return db.selectFrom('ranges').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All stored versions, newest first, without their cells. */
export function findVersions(db: Db, rangeId: string) {
  return db
    .selectFrom('range_versions')
    .select(['version', 'note', 'created_at'])
    .where('range_id', '=', rangeId)
    .orderBy('version', 'desc')
    .execute();
}

/** @returns undefined for a version that does not exist or was deleted */
export async function findCells(
  db: Db | Trx,
  rangeId: string,
  version: number,
): Promise<RangeCells | undefined> {
  const row = await db
    .selectFrom('range_versions')
    .select('cells')
    .where('range_id', '=', rangeId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.cells;
}

export function findProgress(db: Db, userId: string, rangeId: string) {
  return db
    .selectFrom('range_progress')
    .select(['version', 'asked', 'correct'])
    .where('user_id', '=', userId)
    .where('range_id', '=', rangeId)
    .executeTakeFirst();
}

/** @param ownerId - null for the ranges of the academy */
export async function countRanges(db: Db | Trx, ownerId: string | null): Promise<number> {
  const row = await db
    .selectFrom('ranges')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Until the transaction ends, other transactions that call this function for the same owner wait. */
export async function lockRanges(trx: Trx, ownerId: string | null): Promise<void> {
  await lockKey(trx, `ranges:${ownerId ?? 'academy'}`);
}

export async function lockRange(trx: Trx, id: string): Promise<RangeRow | undefined> {
  return trx.selectFrom('ranges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertRange(trx: Trx, row: Insertable<RangesTable>): Promise<string> {
  const { id } = await trx.insertInto('ranges').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateRange(trx: Trx, id: string, changes: Updateable<RangesTable>): Promise<void> {
  await trx.updateTable('ranges').set(changes).where('id', '=', id).execute();
}

export async function deleteRange(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('ranges').where('id', '=', id).execute();
}

export async function deleteVersionsBefore(trx: Trx, rangeId: string, version: number): Promise<void> {
  await trx
    .deleteFrom('range_versions')
    .where('range_id', '=', rangeId)
    .where('version', '<', version)
    .execute();
}

export async function insertVersion(
  trx: Trx,
  version: { rangeId: string; version: number; cells: RangeCells; note: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('range_versions')
    .values({
      range_id: version.rangeId,
      version: version.version,
      cells: JSON.stringify(version.cells),
      note: version.note,
      created_at: version.now,
    })
    .execute();
}

/** The cells for which misses of the user are stored, those with the most misses first. */
export async function findMissedCells(db: Db, userId: string, rangeId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('range_misses')
    .select('cell')
    .where('user_id', '=', userId)
    .where('range_id', '=', rangeId)
    .orderBy('misses', 'desc')
    .orderBy('cell')
    .execute();
  return rows.map(({ cell }) => cell);
}

/** Counts an answer in the trainer. A wrong one adds a miss of the cell, at most 9; a right one removes a miss. */
export async function saveTrained(
  trx: Trx,
  answer: { userId: string; rangeId: string; version: number; cell: number; isRight: boolean; now: Date },
): Promise<void> {
  const key = { user_id: answer.userId, range_id: answer.rangeId };
  const correct = answer.isRight ? 1 : 0;
  await trx
    .insertInto('range_progress')
    .values({ ...key, version: answer.version, asked: 1, correct, trained_at: answer.now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'range_id']).doUpdateSet((eb) => ({
        version: answer.version,
        asked: eb('range_progress.asked', '+', 1),
        correct: eb('range_progress.correct', '+', correct),
        trained_at: answer.now,
      })),
    )
    .execute();
  if (!answer.isRight) {
    await trx
      .insertInto('range_misses')
      .values({ ...key, cell: answer.cell, misses: 1, last_missed_at: answer.now })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'range_id', 'cell']).doUpdateSet({
          misses: sql<number>`least(range_misses.misses + 1, 9)`,
          last_missed_at: answer.now,
        }),
      )
      .execute();
    return;
  }
  const ofCell = trx
    .deleteFrom('range_misses')
    .where('user_id', '=', answer.userId)
    .where('range_id', '=', answer.rangeId)
    .where('cell', '=', answer.cell);
  const removed = await ofCell.where('misses', '<=', 1).executeTakeFirst();
  if (removed.numDeletedRows > 0n) return;
  await trx
    .updateTable('range_misses')
    .set((eb) => ({ misses: eb('misses', '-', 1) }))
    .where('user_id', '=', answer.userId)
    .where('range_id', '=', answer.rangeId)
    .where('cell', '=', answer.cell)
    .execute();
}
