import type { Insertable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { MultipartUploadsTable, UploadRow } from '../platform/db/tables/file-tables.ts';

export type MultipartRow = UploadRow & {
  /** The store's id of the multipart upload. */
  store_id: string;
  part_bytes: number;
  part_count: number;
};

function selectMultipart(db: Db | Trx) {
  return db
    .selectFrom('uploads')
    .innerJoin('multipart_uploads as multipart', 'multipart.upload_id', 'uploads.id')
    .selectAll('uploads')
    .select(['multipart.store_id', 'multipart.part_bytes', 'multipart.part_count']);
}

export async function insertMultipart(trx: Trx, row: Insertable<MultipartUploadsTable>): Promise<void> {
  await trx.insertInto('multipart_uploads').values(row).execute();
}

export async function findMultipart(db: Db, id: string): Promise<MultipartRow | undefined> {
  return selectMultipart(db).where('uploads.id', '=', id).executeTakeFirst();
}

/** The user's latest upload of this file that was created after `since` and that no product uses yet. */
export async function findUnclaimed(
  db: Db | Trx,
  file: { userId: string; fingerprint: string; sizeBytes: number; since: Date },
): Promise<MultipartRow | undefined> {
  return selectMultipart(db)
    .where('multipart.fingerprint', '=', file.fingerprint)
    .where('uploads.user_id', '=', file.userId)
    .where('uploads.declared_size', '=', file.sizeBytes)
    .where('uploads.status', 'in', ['issued', 'secured'])
    .where('uploads.created_at', '>', file.since.toISOString())
    .orderBy('uploads.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
