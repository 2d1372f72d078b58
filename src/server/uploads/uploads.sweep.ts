import type { Deps } from '../deps.ts';
import type { Trx } from '../platform/db/database.ts';
import { documentsPrefix, quarantinePrefix, removeObjects } from '../platform/storage/upload-objects.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { isUploadId } from './upload-reference.ts';
import {
  eraseClaimed,
  eraseOwn,
  eraseUnclaimed,
  findStatuses,
  findUnremoved,
  markRemoved,
} from './uploads.queries.ts';

const hour = 60 * 60 * 1000;
const page = 200;

export type SweepResult = {
  /** Rows that became erased. */
  erased: number;
  /** Erased uploads whose objects are now removed. */
  removed: number;
  /** Objects in quarantine that no upload waited for. */
  strays: number;
  /** What the store rejected; the next sweep retries. */
  failed: number;
};

/**
 * The `sweep-uploads` job: erases unclaimed uploads, after a day unless configured otherwise. Rows are marked first
 * and their objects removed after, so that a crash in between leaves work for the next sweep and never a live row
 * without its file. Idempotent; touches nothing claimed.
 */
export async function sweepUploads(deps: Deps): Promise<SweepResult> {
  const now = deps.now();
  const { unclaimedUploadHours } = await getSettings(deps);
  const before = new Date(now.getTime() - unclaimedUploadHours * hour);
  const erased = await eraseUnclaimed(deps.db, before, now);
  const { removed, failed } = await removeErased(deps);
  const strays = await removeStrays(deps, before);
  const result = { erased, removed, strays, failed };
  if (erased + removed + strays + failed > 0) deps.log.info(result, 'unclaimed uploads erased');
  return result;
}

/** For a call that just wrote a document's object again: it must not reappear after its row was erased. */
export async function removeDocumentIfErased(deps: Pick<Deps, 'db' | 'storage'>, key: string): Promise<void> {
  const id = key.slice(documentsPrefix.length);
  const [row] = isUploadId(id) ? await findStatuses(deps.db, [id]) : [];
  if (row?.status === 'erased') await deps.storage.remove(key);
}

/** claimed → erased, in the transaction that releases them; `removeErased` then removes the files. */
export async function eraseClaimedUploads(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await eraseClaimed(trx, ids, now);
}

/** Everything that this person sent as identity documents → erased; `removeErased` then removes the files. */
export async function erasePersonalUploads(trx: Trx, userId: string, now: Date): Promise<void> {
  await eraseOwn(trx, userId, now);
}

/** Removes the files of erased rows that still may have some. */
export async function removeErased(
  deps: Pick<Deps, 'db' | 'storage' | 'log'>,
): Promise<{ removed: number; failed: number }> {
  let removed = 0;
  let failed = 0;
  let lastId: string | undefined;
  for (;;) {
    const rows = await findUnremoved(deps.db, lastId, page);
    for (const row of rows) {
      try {
        await removeObjects(deps.storage, row, row.store_id);
        await markRemoved(deps.db, row.id);
        removed += 1;
      } catch (error) {
        // One object that cannot be removed must not keep the others.
        failed += 1;
        deps.log.error({ err: error, uploadId: row.id }, 'an erased upload could not be removed');
      }
    }
    lastId = rows.at(-1)?.id;
    if (rows.length < page) return { removed, failed };
  }
}

/** A signed address is valid for minutes after the upload is secured, so useless bytes may still arrive. */
async function removeStrays(deps: Deps, before: Date): Promise<number> {
  let removed = 0;
  let batch: { key: string; isOld: boolean }[] = [];
  const removeBatch = async () => {
    const idOf = (key: string) => key.slice(quarantinePrefix.length);
    const ids = batch.map(({ key }) => idOf(key)).filter(isUploadId);
    const statuses = new Map((await findStatuses(deps.db, ids)).map((row) => [row.id, row.status]));
    for (const { key, isOld } of batch) {
      const status = statuses.get(idOf(key));
      if (status === undefined ? !isOld : status === 'issued') continue;
      await deps.storage.remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const object of deps.storage.list(quarantinePrefix)) {
    batch.push({ key: object.key, isOld: Date.parse(object.modifiedAt) < before.getTime() });
    if (batch.length >= page) await removeBatch();
  }
  await removeBatch();
  return removed;
}
