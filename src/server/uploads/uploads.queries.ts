import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import { identityPurposes, type UploadPurpose } from '../../shared/limits.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import type { Database } from '../platform/db/schema.ts';
import type { UploadRow, UploadsTable } from '../platform/db/tables/file-tables.ts';
import type { PdfDetails } from '../platform/storage/pdf-details.ts';
import type { UploadOwner } from './upload-owner.ts';

/** Once the objects of an erased upload are removed, its `storage_key` begins with this prefix. */
const removedPrefix = 'erased/';

export async function insertUpload(trx: Trx, upload: Insertable<UploadsTable>): Promise<void> {
  await trx.insertInto('uploads').values(upload).execute();
}

export async function findUpload(db: Db | Trx, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Idempotent, because two requests may inspect the same file. */
export async function insertPdfDetails(db: Db, uploadId: string, details: PdfDetails): Promise<void> {
  const firstPage = Buffer.from(details.firstPage ?? []);
  await db
    .insertInto('pdf_details')
    .values({
      upload_id: uploadId,
      page_count: details.pageCount,
      chapters: details.chapters,
      preview: details.preview === null ? null : Buffer.from(details.preview),
      first_page: firstPage,
    })
    // Older rows have no first page.
    .onConflict((conflict) => conflict.column('upload_id').doUpdateSet({ first_page: firstPage }))
    .execute();
}

/** Undefined for a file whose pages were not counted. */
export async function findPageCount(db: Db, uploadId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('pdf_details')
    .select('page_count')
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  return row?.page_count;
}

/** Null or undefined until the page is rendered; empty if it cannot be rendered. */
export async function findFirstPage(db: Db, uploadId: string): Promise<Buffer | null | undefined> {
  const row = await db
    .selectFrom('pdf_details')
    .select('first_page')
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  return row?.first_page;
}

function belongsTo(eb: ExpressionBuilder<Database, 'uploads'>, owner: UploadOwner) {
  return eb.or([
    ...(owner.userId === null ? [] : [eb('user_id', '=', owner.userId)]),
    ...(owner.ticketHash === null ? [] : [eb('ticket_hash', '=', owner.ticketHash)]),
  ]);
}

/** Serializes this owner's requests until the transaction ends, so that counting and inserting are atomic. */
export async function lockOwner(trx: Trx, owner: UploadOwner): Promise<void> {
  const key = `uploads:${owner.userId ?? owner.ticketHash}`;
  await lockKey(trx, key);
}

/** The owner's unclaimed uploads: secured ones, and those issued after `requestedSince`. */
export function findWaiting(
  trx: Trx,
  owner: UploadOwner,
  requestedSince: Date,
): Promise<Pick<UploadRow, 'status' | 'created_at'>[]> {
  return trx
    .selectFrom('uploads')
    .select(['status', 'created_at'])
    .where((eb) => belongsTo(eb, owner))
    .where((eb) =>
      eb.or([
        eb('status', '=', 'secured'),
        eb.and([eb('status', '=', 'issued'), eb('created_at', '>', requestedSince.toISOString())]),
      ]),
    )
    .execute();
}

/** Total size of a purpose's unclaimed uploads. A file that has not arrived counts as its declared or maximum size. */
export async function sumUnclaimedBytes(trx: Trx, purpose: UploadPurpose): Promise<number> {
  const row = await trx
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(coalesce(size_bytes, declared_size, max_bytes)), 0)::bigint`.as('bytes'))
    .where('status', 'in', ['issued', 'secured'])
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  return row.bytes;
}

/**
 * Sets an issued upload to secured, after its file was inspected and stored.
 * @returns false if the status has changed in the meantime
 */
export async function markSecured(
  db: Db,
  id: string,
  file: { storageKey: string; contentType: string; sizeBytes: number; imageHash: string | null },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('uploads')
    .set({
      status: 'secured',
      storage_key: file.storageKey,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      image_hash: file.imageHash,
      secured_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'issued')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function setStampProblem(
  db: Db | Trx,
  id: string,
  problem: UploadRow['stamp_problem'],
): Promise<void> {
  await db.updateTable('uploads').set({ stamp_problem: problem }).where('id', '=', id).execute();
}

/** Sets an upload in one of the states `from` to erased. @returns false if the upload is in another state */
export async function markErased(
  db: Db,
  id: string,
  from: readonly UploadRow['status'][],
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('uploads')
    .set({ status: 'erased', erased_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Sets secured uploads in `ids` with this owner and one of these purposes to claimed. They then belong to `userId`, and
 * the upload ticket of a visitor no longer gives access to them.
 * @returns the number of uploads claimed
 */
export async function claimSecured(
  trx: Trx,
  ids: readonly string[],
  owner: UploadOwner,
  purposes: readonly UploadPurpose[],
  userId: string,
  now: Date,
): Promise<number> {
  // Lock in a fixed order, so that concurrent claims of [a, b] and [b, a] cannot deadlock.
  await trx.selectFrom('uploads').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const result = await trx
    .updateTable('uploads')
    .set({ status: 'claimed', user_id: userId, ticket_hash: null, claimed_at: now })
    .where('id', 'in', ids)
    .where('status', '=', 'secured')
    .where('purpose', 'in', purposes)
    .where((eb) => belongsTo(eb, owner))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Filters the ids of uploads: returns those of claimed pictures. */
export async function findClaimedPictures(db: Db | Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('purpose', '=', 'picture')
    .where('status', '=', 'claimed')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Sets unclaimed uploads to erased, and removes their filenames: videos that were created before `videosBefore`, and
 * others that were created before `before`. The name of a file of evidence may name a student.
 * @returns the number of uploads erased
 */
export async function eraseUnclaimed(
  db: Db,
  { before, videosBefore }: { before: Date; videosBefore: Date },
  now: Date,
): Promise<number> {
  const result = await db
    .updateTable('uploads')
    .set({ status: 'erased', erased_at: now, filename: null, image_hash: null })
    .where('status', 'in', ['issued', 'secured'])
    .where('created_at', '<', before.toISOString())
    .where((eb) =>
      eb.or([eb('purpose', '<>', 'session_video'), eb('created_at', '<', videosBefore.toISOString())]),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Sets a claimed upload to secured. */
export async function releaseClaimed(trx: Trx, id: string, purpose: UploadPurpose): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({ status: 'secured', claimed_at: null })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('status', '=', 'claimed')
    .execute();
}

/** Sets claimed uploads to erased. */
export async function eraseClaimed(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('uploads')
    .set({ status: 'erased', erased_at: now, image_hash: null })
    .where('id', 'in', ids)
    .where('status', '=', 'claimed')
    .execute();
}

/** Erased uploads whose objects may still exist, ordered by id. If `userId` is given, only those of this user. */
export async function findUnremoved(
  db: Db,
  { userId, afterId, limit }: { userId: string | undefined; afterId: string | undefined; limit: number },
): Promise<(Pick<UploadRow, 'id' | 'purpose'> & { store_id: string | null })[]> {
  return db
    .selectFrom('uploads')
    .leftJoin('multipart_uploads as multipart', 'multipart.upload_id', 'uploads.id')
    .select(['id', 'purpose', 'multipart.store_id'])
    .where('status', '=', 'erased')
    .where('storage_key', 'not like', `${removedPrefix}%`)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function markRemoved(db: Db, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ storage_key: removedPrefix + id })
    .where('id', '=', id)
    .where('status', '=', 'erased')
    .execute();
}

export async function findStatuses(
  db: Db,
  ids: readonly string[],
): Promise<Pick<UploadRow, 'id' | 'status'>[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('uploads').select(['id', 'status']).where('id', 'in', ids).execute();
}

/** Sets the user's identity documents in any status to erased, and removes their filenames. */
export async function eraseOwn(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({ status: 'erased', erased_at: now, filename: null, image_hash: null })
    .where('user_id', '=', userId)
    .where('purpose', 'in', identityPurposes)
    .where('status', '<>', 'erased')
    .execute();
}

/** The user's identity documents that still exist, newest first. */
export async function findOwnDocuments(
  db: Db,
  userId: string,
): Promise<Pick<UploadRow, 'id' | 'storage_key' | 'content_type' | 'size_bytes'>[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'storage_key', 'content_type', 'size_bytes'])
    .where('user_id', '=', userId)
    .where('purpose', 'in', identityPurposes)
    .where('status', 'in', ['secured', 'claimed'])
    .orderBy('created_at', 'desc')
    .execute();
}
