import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { FileChecksTable, UploadRow } from '../platform/db/tables/file-tables.ts';

/** The status and the recorded location of these uploads, by upload id. */
export async function findUploadLocations(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Pick<UploadRow, 'status' | 'storage_key'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'status', 'storage_key'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...location }) => [id, location]));
}

/** Claimed uploads whose id is in `neededIds`, with their locations, ordered by id and starting after `afterId`. */
export async function findNeeded(
  db: Db,
  afterId: string | undefined,
  limit: number,
): Promise<Pick<UploadRow, 'id' | 'storage_key'>[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'storage_key'])
    .where('status', '=', 'claimed')
    .where('id', 'in', neededIds)
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

const neededIds = sql<string>`(
  select document_upload1 from kyc_applications where superseded_at is null and documents_erased_at is null
  union all
  select document_upload2 from kyc_applications where superseded_at is null and documents_erased_at is null
  union all
  select unnest(array[file_upload_id, video_upload_id, captions_upload_id, cover_upload_id]) from products
  union all
  select upload_id from product_pictures
  union all
  select file_upload_id from coaching_pdfs
  union all
  select upload_id from product_file_versions
  union all
  select voice_upload_id from coach_answers)`;

/** Records exactly these uploads as missing. An upload that was recorded before keeps its date. */
export async function replaceMissing(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .deleteFrom('missing_files')
    .$if(ids.length > 0, (query) => query.where('upload_id', 'not in', ids))
    .execute();
  if (ids.length === 0) return;
  await trx
    .insertInto('missing_files')
    .columns(['upload_id', 'found_at'])
    // Only for uploads that have not been erased in the meantime.
    .expression((eb) =>
      eb
        .selectFrom('uploads')
        .select((upload) => ['id', upload.cast<string>(upload.val(now), 'timestamptz').as('found_at')])
        .where('id', 'in', ids)
        .where('status', '=', 'claimed'),
    )
    .onConflict((conflict) => conflict.column('upload_id').doNothing())
    .execute();
}

export type FileCheckRow = Selectable<FileChecksTable>;

export async function findFileCheck(db: Db): Promise<FileCheckRow | undefined> {
  return db.selectFrom('file_checks').selectAll().executeTakeFirst();
}

/**
 * @param found.withheld - how many files without an upload were not erased; 0 unless there are so many that an admin
 * must allow erasing them
 * @param found.erasingAllowedAt - since when the admin's permission to erase them is valid; null if there is none
 */
export async function saveFileCheck(
  trx: Trx,
  found: {
    checkedAt: Date;
    files: number;
    erased: number;
    withheld: number;
    erasingAllowedAt: Date | null;
  },
): Promise<void> {
  const columns = {
    checked_at: found.checkedAt,
    files: found.files,
    erased: found.erased,
    withheld: found.withheld,
    erasing_allowed_at: found.erasingAllowedAt,
  };
  await trx
    .insertInto('file_checks')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

/** @returns false if no files are waiting to be erased */
export async function allowErasing(trx: Trx, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('file_checks')
    .set({ erasing_allowed_at: now })
    .where('withheld', '>', 0)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Missing files, longest missing first, each with the application, product or coaching plan whose file it is. Voice
 * clips and the pictures in texts are listed without the answer or product that needs them.
 */
export async function findMissing(db: Db, limit: number) {
  return db
    .selectFrom('missing_files as missing')
    .innerJoin('uploads as upload', 'upload.id', 'missing.upload_id')
    .leftJoin('kyc_applications as application', (join) =>
      join.on((eb) =>
        eb.or([
          eb('application.document_upload1', '=', eb.ref('upload.id')),
          eb('application.document_upload2', '=', eb.ref('upload.id')),
        ]),
      ),
    )
    .leftJoin('products as product', (join) =>
      join.on((eb) =>
        eb.or([
          eb('product.file_upload_id', '=', eb.ref('upload.id')),
          eb('product.video_upload_id', '=', eb.ref('upload.id')),
          eb('product.captions_upload_id', '=', eb.ref('upload.id')),
          eb('product.cover_upload_id', '=', eb.ref('upload.id')),
        ]),
      ),
    )
    .leftJoin('product_file_versions as version', 'version.upload_id', 'upload.id')
    .leftJoin('products as versioned', 'versioned.id', 'version.product_id')
    .leftJoin('coaching_pdfs as plan', 'plan.file_upload_id', 'upload.id')
    .select([
      'upload.id',
      'upload.purpose',
      'missing.found_at as foundAt',
      'application.user_id as userId',
      'application.first_name as firstName',
      'application.last_name as lastName',
      'product.title as productTitle',
      'versioned.title as versionedTitle',
      'plan.pdf_number as planNumber',
    ])
    .where('upload.status', '=', 'claimed')
    .orderBy('missing.found_at')
    .orderBy('upload.id')
    .limit(limit)
    .execute();
}

export async function countMissing(db: Db): Promise<number> {
  const row = await db
    .selectFrom('missing_files')
    .innerJoin('uploads', 'uploads.id', 'missing_files.upload_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('uploads.status', '=', 'claimed')
    .executeTakeFirstOrThrow();
  return row.count;
}
