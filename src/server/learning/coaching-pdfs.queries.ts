import type { InferResult, Insertable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import type { CoachingPdfsTable } from '../platform/db/tables/shop-tables.ts';

/**
 * One of the ten slots, each for one coaching plan. The columns `file_…` are null if the slot has no file or its file
 * was erased.
 */
export type CoachingPdfRow = InferResult<ReturnType<typeof selectPdfs>>[number];

function selectPdfs(db: Db | Trx) {
  return db
    .selectFrom('coaching_pdfs')
    .leftJoin('uploads', (join) =>
      join.onRef('uploads.id', '=', 'coaching_pdfs.file_upload_id').on('uploads.status', '=', 'claimed'),
    )
    .selectAll('coaching_pdfs')
    .select([
      'uploads.id as file_id',
      'uploads.filename as file_name',
      'uploads.size_bytes as file_size',
      'uploads.stamp_problem',
    ]);
}

export async function findCoachingPdfs(db: Db): Promise<CoachingPdfRow[]> {
  return selectPdfs(db).orderBy('coaching_pdfs.pdf_number').execute();
}

export async function findCoachingPdf(db: Db | Trx, pdfNumber: number): Promise<CoachingPdfRow | undefined> {
  return selectPdfs(db).where('coaching_pdfs.pdf_number', '=', pdfNumber).executeTakeFirst();
}

/** Serializes changes of a slot until the transaction ends. Locks a key, because an empty slot has no row. */
export async function lockSlot(trx: Trx, pdfNumber: number): Promise<void> {
  await lockKey(trx, `coaching-pdf:${pdfNumber}`);
}

export async function saveCoachingPdf(
  trx: Trx,
  row: Insertable<CoachingPdfsTable> & { updated_at: Date },
): Promise<void> {
  const { pdf_number: _number, ...changes } = row;
  await trx
    .insertInto('coaching_pdfs')
    .values({ ...row, created_at: row.updated_at })
    .onConflict((conflict) => conflict.column('pdf_number').doUpdateSet(changes))
    .execute();
}

export async function clearFile(trx: Trx, pdfNumber: number, now: Date): Promise<void> {
  await trx
    .updateTable('coaching_pdfs')
    .set({ file_upload_id: null, updated_at: now })
    .where('pdf_number', '=', pdfNumber)
    .execute();
}
