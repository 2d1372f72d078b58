import { hourMs } from '../../shared/durations.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../platform/db/database.ts';
import { inBatches } from '../platform/storage/in-batches.ts';
import { documentsPrefix, quarantinePrefix, removeObjects } from '../platform/storage/upload-objects.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { multipartMs } from './multipart.operations.ts';
import { isUploadId } from './upload-reference.ts';
import {
  eraseClaimed,
  eraseOwn,
  eraseUnclaimed,
  findStatuses,
  findUnremoved,
  markRemoved,
} from './uploads.queries.ts';

const batchSize = 200;

type SweepResult = {
  /** Rows that were marked as erased. */
  erased: number;
  /** Erased uploads whose objects were removed. */
  removed: number;
  /** Removed objects in quarantine that no open upload needs. */
  strays: number;
  /** Erased uploads whose removal failed; the next sweep retries. */
  failed: number;
};

/**
 * The `sweep-uploads` job: erases unclaimed uploads, by default after a day. Marks rows before it removes their
 * objects, so that a crash leaves work for the next sweep but never a live row without a file. Idempotent; never
 * erases claimed uploads.
 */
export async function sweepUploads(deps: Deps): Promise<SweepResult> {
  const now = deps.now();
  const { unclaimedUploadHours } = await getSettings(deps);
  const before = new Date(now.getTime() - unclaimedUploadHours * hourMs);
  // Sending a large video may take longer than the time for which other uploads may stay unclaimed.
  const videosBefore = new Date(Math.min(before.getTime(), now.getTime() - multipartMs));
  const erased = await eraseUnclaimed(deps.db, { before, videosBefore }, now);
  const { removed, failed } = await removeErased(deps);
  const strays = await removeStrays(deps, before);
  const result = { erased, removed, strays, failed };
  if (erased + removed + strays + failed > 0) deps.log.info(result, 'unclaimed uploads erased');
  return result;
}

/**
 * Removes a document's object if its row has been erased. Call it after re-encrypting the object, which stores it again
 * if the document was erased in the meantime.
 */
export async function removeDocumentIfErased(deps: Pick<Deps, 'db' | 'storage'>, key: string): Promise<void> {
  const id = key.slice(documentsPrefix.length);
  const [row] = isUploadId(id) ? await findStatuses(deps.db, [id]) : [];
  if (row?.status === 'erased') await deps.storage.remove(key);
}

/**
 * Marks claimed uploads as erased. Pass the transaction that removes the references to them. The next sweep removes the
 * files, unless the caller calls `removeErased` earlier.
 */
export async function eraseClaimedUploads(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await eraseClaimed(trx, ids, now);
}

/** Erases all identity documents that the user uploaded. The caller then removes the files with `removeErased`. */
export async function erasePersonalUploads(trx: Trx, userId: string, now: Date): Promise<void> {
  await eraseOwn(trx, userId, now);
}

/**
 * Removes the objects of erased uploads. Reports failures in `failed`, for the next sweep to retry.
 * @param userId - only this user's uploads; undefined for all
 */
export async function removeErased(
  deps: Pick<Deps, 'db' | 'storage' | 'log'>,
  userId?: string,
): Promise<{ removed: number; failed: number }> {
  let removed = 0;
  let failed = 0;
  let lastId: string | undefined;
  for (;;) {
    const rows = await findUnremoved(deps.db, { userId, afterId: lastId, limit: batchSize });
    for (const row of rows) {
      try {
        await removeObjects(deps.storage, row, row.store_id);
        await markRemoved(deps.db, row.id);
        removed += 1;
      } catch (error) {
        // A failed removal must not prevent the next removals.
        failed += 1;
        deps.log.error({ err: error, uploadId: row.id }, 'an erased upload could not be removed');
      }
    }
    lastId = rows.at(-1)?.id;
    if (rows.length < batchSize) return { removed, failed };
  }
}

/**
 * Removes objects in quarantine whose upload is no longer open, such as an object that was sent after the upload was
 * secured, with a signed URL that was still valid. Also removes objects without a row that are older than `before`.
 */
async function removeStrays(deps: Deps, before: Date): Promise<number> {
  const idOf = (key: string) => key.slice(quarantinePrefix.length);
  let removed = 0;
  for await (const batch of inBatches(deps.storage.list(quarantinePrefix), batchSize)) {
    const ids = batch.map(({ key }) => idOf(key)).filter(isUploadId);
    const statuses = new Map((await findStatuses(deps.db, ids)).map((row) => [row.id, row.status]));
    for (const { key, modifiedAt } of batch) {
      const status = statuses.get(idOf(key));
      const isOld = Date.parse(modifiedAt) < before.getTime();
      if (status === undefined ? !isOld : status === 'issued') continue;
      await deps.storage.remove(key);
      removed += 1;
    }
  }
  return removed;
}
