import { dayMs } from '../../shared/durations.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { inBatches } from '../platform/storage/in-batches.ts';
import { securedFolders } from '../platform/storage/upload-objects.ts';
import {
  allowErasing,
  countMissing,
  type FileCheckRow,
  findFileCheck,
  findMissing,
  findNeeded,
  findUploadLocations,
  replaceMissing,
  saveFileCheck,
} from './file-check.queries.ts';
import { isUploadId } from './upload-reference.ts';

/** The age from which a file that no upload refers to is erased. An upload in progress finishes within a day. */
const strayAgeMs = 2 * dayMs;
const batchSize = 500;
/**
 * If more than this share of the files are strays, which no upload refers to, an admin must allow their deletion: the
 * database may be the wrong one or an old backup.
 */
const maxStrayShare = 0.05;
/** Up to this many strays are erased without permission, whatever their share. */
const alwaysErased = 20;
/** How many files a check erases at most. The next check continues, without asking the admin again. */
const defaultMaxErased = 10_000;
/** How long an admin's permission to erase is valid, long enough for the next nightly check. */
const permissionMs = 2 * dayMs;
const maxListed = 100;
/** Limits the report if the store has lost all files. */
const maxMissing = 1_000;

/**
 * The `check-files` job: compares the inspected files in the store with the uploads in the database. Erases strays,
 * unless there are unusually many, and records missing files that are in use, for the System page. Files that are not
 * inspected yet are left to the job `sweep-uploads`.
 */
export async function checkFiles(
  deps: Deps,
  maxErased = defaultMaxErased,
): Promise<{ files: number; erased: number; missing: number }> {
  const now = deps.now();
  const { files, strays, known } = await readStore(deps, new Date(now.getTime() - strayAgeMs));
  const allowedAt = (await findFileCheck(deps.db))?.erasing_allowed_at ?? null;
  const isAllowed = allowedAt !== null && now.getTime() - Date.parse(allowedAt) < permissionMs;
  const isUsual = strays.length <= Math.max(alwaysErased, files * maxStrayShare);
  const due = isUsual || isAllowed ? strays.slice(0, maxErased) : [];
  const erased = await eraseStrays(deps, due);
  const missing = await findMissingUploads(deps, known);
  const withheld = isUsual ? 0 : strays.length - due.length;
  await inTransaction(deps.db, async (trx) => {
    await replaceMissing(trx, missing, now);
    const erasingAllowedAt = isAllowed && withheld > 0 ? now : null;
    await saveFileCheck(trx, { checkedAt: now, files, erased, withheld, erasingAllowedAt });
    if (erased > 0) {
      await recordAudit(trx, {
        actorId: null,
        action: 'files.strays_erased',
        subjectType: 'files',
        subjectId: 'store',
        details: { erased },
      });
    }
  });
  const result = { files, erased, missing: missing.length };
  if (missing.length + withheld > 0)
    deps.log.error({ ...result, withheld }, 'stored files and database differ');
  else deps.log.info(result, 'compared stored files with the database');
  return result;
}

/**
 * Lists all inspected files.
 * @param before - a file that was modified after this time does not count as a stray
 * @returns their number, the keys of files that no upload refers to, and ids of uploads whose file exists
 */
async function readStore(
  deps: Deps,
  before: Date,
): Promise<{ files: number; strays: string[]; known: Set<string> }> {
  const strays: string[] = [];
  const known = new Set<string>();
  let files = 0;
  for (const prefix of securedFolders) {
    const idOf = (key: string) => key.slice(prefix.length);
    for await (const listed of inBatches(deps.storage.list(prefix), batchSize)) {
      // Skip deeper folders and names that are not upload ids.
      const batch = listed.filter(({ key }) => isUploadId(idOf(key)));
      files += batch.length;
      const locations = await findUploadLocations(
        deps.db,
        batch.map(({ key }) => idOf(key)),
      );
      for (const { key, modifiedAt } of batch) {
        const location = locations.get(idOf(key));
        const isOld = Date.parse(modifiedAt) < before.getTime();
        if (location?.storage_key === key && location.status !== 'erased') known.add(idOf(key));
        // During an upload, the file is stored before the row is updated.
        else if (isOld && location?.status !== 'issued') strays.push(key);
      }
    }
  }
  return { files, strays, known };
}

async function eraseStrays(deps: Deps, keys: readonly string[]): Promise<number> {
  let erased = 0;
  for (let start = 0; start < keys.length; start += batchSize) {
    const batch = keys.slice(start, start + batchSize);
    const idOf = (key: string) => key.slice(key.indexOf('/') + 1);
    // Check again, because minutes may have passed since the listing.
    const locations = await findUploadLocations(deps.db, batch.map(idOf));
    for (const key of batch) {
      const location = locations.get(idOf(key));
      if (location?.status === 'issued' || (location?.storage_key === key && location.status !== 'erased'))
        continue;
      await deps.storage.remove(key);
      erased += 1;
    }
  }
  return erased;
}

/** Uploads in use whose file was neither listed nor found when looked up. */
async function findMissingUploads(deps: Deps, known: ReadonlySet<string>): Promise<string[]> {
  const missing: string[] = [];
  let lastId: string | undefined;
  for (;;) {
    const rows = await findNeeded(deps.db, lastId, batchSize);
    for (const { id, storage_key: key } of rows) {
      // The file may have been stored after the listing began.
      if (known.has(id) || (await deps.storage.head(key))) continue;
      missing.push(id);
      if (missing.length >= maxMissing) return missing;
    }
    lastId = rows.at(-1)?.id;
    if (rows.length < batchSize) return missing;
  }
}

/** The result of the last check, for the System page; undefined before the first check. */
export async function getFileCheck(
  deps: Pick<Deps, 'db'>,
): Promise<{ check: FileCheckRow; missing: number } | undefined> {
  const check = await findFileCheck(deps.db);
  return check && { check, missing: await countMissing(deps.db) };
}

export type MissingFileRow = Awaited<ReturnType<typeof findMissing>>[number];

/** At most `maxListed` missing files, longest missing first. */
export function listMissingFiles(deps: Pick<Deps, 'db'>): Promise<MissingFileRow[]> {
  return findMissing(deps.db, maxListed);
}

/**
 * Allows the next checks to erase all strays, after an admin has confirmed that the database is the right one.
 * @throws DomainError conflict if no files are waiting to be erased
 */
export async function allowErasingStrays(
  deps: Deps,
  actor: AdminActor,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    if (!(await allowErasing(trx, deps.now()))) {
      throw new DomainError('conflict', 'No files are waiting to be erased.');
    }
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'files.erasing_allowed',
      subjectType: 'files',
      subjectId: 'store',
      metadata,
    });
  });
}
