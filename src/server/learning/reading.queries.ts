import type { Selectable } from 'kysely';
import type { ReadingResource } from '../../shared/learning/reading.ts';
import type { Db } from '../platform/db/database.ts';
import { readingFinishedAt } from '../platform/db/reading-finished-at.ts';
import type { ReadingPositionsTable } from '../platform/db/tables/learning-tables.ts';

export type ReadingRow = Selectable<ReadingPositionsTable>;

function columnsOf({ kind, id }: ReadingResource): { product_id: number | null; pdf_number: number | null } {
  return kind === 'product' ? { product_id: id, pdf_number: null } : { product_id: null, pdf_number: id };
}

export async function findReading(
  db: Db,
  userId: string,
  { kind, id }: ReadingResource,
): Promise<ReadingRow | undefined> {
  return db
    .selectFrom('reading_positions')
    .selectAll()
    .where('user_id', '=', userId)
    .where(kind === 'product' ? 'product_id' : 'pdf_number', '=', id)
    .executeTakeFirst();
}

/** PDFs whose stored page is not the last one, most recently read first. */
export async function findUnfinishedReadings(db: Db, userId: string, limit: number): Promise<ReadingRow[]> {
  return db
    .selectFrom('reading_positions')
    .selectAll()
    .where('user_id', '=', userId)
    .whereRef('page', '<', 'page_count')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function saveReading(
  db: Db,
  userId: string,
  resource: ReadingResource,
  place: { page: number; page_count: number; updated_at: Date },
): Promise<void> {
  const finishedAt = place.page >= place.page_count ? place.updated_at : null;
  await db
    .insertInto('reading_positions')
    .values({ user_id: userId, ...columnsOf(resource), ...place, finished_at: finishedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_id', 'pdf_number'])
        .doUpdateSet({ ...place, finished_at: finishedAt ?? readingFinishedAt('reading_positions') }),
    )
    .execute();
}

/** PDFs that the user has read to the end. */
export async function findFinishedReadings(db: Db, userId: string) {
  return db
    .selectFrom('reading_positions')
    .select(['product_id as productId', 'pdf_number as pdfNumber'])
    .where('user_id', '=', userId)
    .where(readingFinishedAt('reading_positions'), 'is not', null)
    .execute();
}
