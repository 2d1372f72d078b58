import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { type DataExport, exportEveryHours } from '../../../shared/profile/privacy.ts';
import { retention } from '../../../shared/profile/retention.ts';
import { requireRecentAuthentication } from '../../access/recent-authentication.ts';
import { type Actor, type RequestMetadata, rejectWhileImpersonating } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import { provePassword } from '../../auth/recent-authentication.operations.ts';
import { listClipsOf } from '../../coaching/voice-clips.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound, notSignedIn } from '../../errors.ts';
import { findApplicationsWithNumbers } from '../../kyc/retention.operations.ts';
import { queueEmail } from '../../messages/email/email.operations.ts';
import { exportReadyEmail } from '../../messages/email/templates/privacy.ts';
import { openSnapshot, type Snapshot } from '../../platform/db/copy-out.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { ObjectInfo } from '../../platform/storage/storage.ts';
import { isUploadId } from '../../uploads/upload-reference.ts';
import { listOwnDocuments, readDocument } from '../../uploads/uploads.operations.ts';
import type { ExportFile, ExportSection } from './export-archive.ts';
import { registeredTables } from './personal-data-register.ts';
import {
  type DataExportRow,
  expireExports,
  findAccount,
  findExport,
  findExportIds,
  findLiveExports,
  findNewestExport,
  insertExport,
  lockAccount,
  markExportFailed,
  markExportReady,
  personalRows,
  rowsByOthers,
} from './privacy.queries.ts';

/** A folder whose objects are encrypted at rest, because exports contain identity documents. */
const exportsPrefix = 'documents/exports/';
/**
 * The maximum total size of the files in an export, because the export is built in memory. A file that would exceed the
 * limit is only listed by name.
 */
const maxDocumentBytes = 40 * 1024 * 1024;

/**
 * `rows`: the maximum number of rows from all tables together, because a user could create a million rows. `bytes`: the
 * maximum size of the ZIP, including the files. The ZIP is stored encrypted; an encrypted file can have at most 64 MB.
 */
const limits = { rows: 100_000, bytes: 56 * 1024 * 1024 };
const rowsPerBatch = 200;

const keyOf = (id: string) => `${exportsPrefix}${id}`;

export async function latestExport(deps: Deps, actor: Actor): Promise<DataExport | null> {
  const row = await findNewestExport(deps.db, actor.userId);
  return row ? presentExport(row, deps.now()) : null;
}

/**
 * Requests an export of the data about the caller. A job builds it and emails the user. A user can request one export
 * every `exportEveryHours` hours, and another one immediately if the newest failed.
 * @throws DomainError too_many_attempts, not_signed_in, and the errors of `provePassword`
 */
export async function requestExport(
  deps: Deps,
  actor: Actor,
  password: string,
  metadata: RequestMetadata,
): Promise<DataExport> {
  await provePassword(deps, actor, password);
  const now = deps.now();
  const row = await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, actor.userId);
    if (!account || account.deletionDueAt !== null) throw notSignedIn();
    const newest = await findNewestExport(trx, actor.userId);
    const wait = newest ? Math.ceil((nextExportAt(newest).getTime() - now.getTime()) / 1000) : 0;
    if (wait > 0) {
      throw new DomainError(
        'too_many_attempts',
        `You can ask for one copy every ${exportEveryHours} hours.`,
        { retryAfterSeconds: wait },
      );
    }
    const created = await insertExport(trx, actor.userId, now);
    await deps.jobs.enqueue(trx, 'build-export', { exportId: created.id });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'data_export.requested',
      subjectType: 'data_export',
      subjectId: created.id,
      metadata,
    });
    await recordEvent(trx, 'data_export_requested', { userId: actor.userId, properties: {}, at: now });
    return created;
  });
  return presentExport(row, now);
}

/**
 * The `build-export` job. A failure is logged and marks the export as failed; the user may request another immediately.
 */
export async function buildExport(deps: Deps, exportId: string): Promise<void> {
  const row = await findExport(deps.db, exportId);
  const account = row && (await findAccount(deps.db, row.user_id));
  if (row?.status !== 'requested' || !account) return;
  try {
    const documents = await collectDocuments(deps, account.id);
    const archive = await archiveOf(deps, account.id, documents);
    const { sizeBytes } = await deps.storage.write(keyOf(exportId), archive, {
      contentType: 'application/zip',
    });
    const readyAt = deps.now();
    const expiresAt = new Date(readyAt.getTime() + retention.exportDays * dayMs);
    const isReady = await inTransaction(deps.db, async (trx) => {
      if (!(await markExportReady(trx, exportId, { sizeBytes, readyAt, expiresAt }))) return false;
      await queueEmail(deps, trx, exportReadyEmail(account, exportId, expiresAt, `${deps.appUrl()}/profile`));
      return true;
    });
    // The export may have ended while it was built, because the user requested the deletion of the account.
    if (!isReady) await removeOrphans(deps, [exportId]);
  } catch (error) {
    deps.log.error({ err: error, exportId }, 'a data export failed');
    await markExportFailed(deps.db, exportId);
  }
}

async function archiveOf(
  deps: Deps,
  userId: string,
  documents: { files: ExportFile[]; missing: string[] },
): Promise<Buffer> {
  // Loaded on the first export, not at startup.
  const { buildArchive } = await import('./export-archive.ts');
  const snapshot = await openSnapshot(deps.pool);
  try {
    return await buildArchive({
      createdAt: deps.now().toISOString(),
      academyUrl: deps.appUrl(),
      sections: sectionsOf(deps, userId, snapshot),
      ...documents,
      limits,
    });
  } finally {
    await snapshot.close();
  }
}

function sectionsOf(deps: Deps, userId: string, snapshot: Snapshot): ExportSection[] {
  return registeredTables.flatMap(([table, entry]) => {
    const { about, why, exported, byOthers, written } = entry;
    if ('excludedBecause' in exported) return [];
    const rows =
      table === 'kyc_applications'
        ? async function* () {
            yield await findApplicationsWithNumbers(deps, userId, exported);
          }
        : () => snapshot.batches(personalRows(deps.db, table, entry, exported, userId), rowsPerBatch);
    const sections: ExportSection[] = [{ table, about, why, rows }];
    if (byOthers) {
      const query = rowsByOthers(deps.db, table, { ...entry, byOthers }, userId);
      sections.push({
        ...byOthers,
        table: `${table}_by_others`,
        rows: () => snapshot.batches(query, rowsPerBatch),
      });
    }
    if (written) {
      const query = personalRows(deps.db, table, { owner: written }, written.exported, userId);
      sections.push({
        ...written,
        table: `${table}_written`,
        rows: () => snapshot.batches(query, rowsPerBatch),
      });
    }
    return sections;
  });
}

const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['application/pdf', 'pdf'],
  ['audio/webm', 'webm'],
  ['audio/ogg', 'ogg'],
  ['audio/mp4', 'm4a'],
]);

const tooLargeText = (name: string) =>
  `${name} was left out because the copy would become too large. Write to us to receive it.`;

/** The identity documents and voice clips, and notes about those that are left out. */
async function collectDocuments(
  deps: Deps,
  userId: string,
): Promise<{ files: ExportFile[]; missing: string[] }> {
  const stored = [
    ...(await listOwnDocuments(deps, userId)).map((document) => ({ ...document, prefix: 'document' })),
    ...(await listClipsOf(deps, userId)).map((clip) => ({ ...clip, prefix: 'voice-clip' })),
  ];
  const files: ExportFile[] = [];
  const missing: string[] = [];
  let total = 0;
  for (const { content_type, size_bytes, prefix, ...document } of stored) {
    const name = `${prefix}-${document.id}.${extensions.get(content_type ?? '') ?? 'bin'}`;
    if (total + (size_bytes ?? 0) > maxDocumentBytes) {
      missing.push(tooLargeText(name));
      continue;
    }
    const file = await readDocument(deps, document);
    if (!file) {
      missing.push(`${name} is missing from our store or damaged.`);
      continue;
    }
    const bytes = await buffer(file.body);
    total += bytes.length;
    files.push({ name, bytes });
  }
  return { files, missing };
}

/**
 * Opens a finished export for its owner. Requires recent authentication, because the export contains identity
 * documents. Records the download in the audit log. The caller must read `body` to its end or destroy it.
 * @throws DomainError not_signed_in; not_found for an unknown id, another user's export and an unfinished one;
 * step_up_required; gone; the error of `rejectWhileImpersonating`; StorageError
 */
export async function openExport(
  deps: Deps,
  actor: Actor | null,
  id: string,
  metadata: RequestMetadata,
): Promise<{ info: ObjectInfo; body: Readable; filename: string }> {
  if (!actor) throw notSignedIn();
  rejectWhileImpersonating(actor);
  const row = isUploadId(id) ? await findExport(deps.db, id) : undefined;
  if (row?.user_id !== actor.userId || row.status === 'requested' || row.status === 'failed')
    throw notFound('This copy');
  requireRecentAuthentication(deps, actor);
  const isExpired = row.expires_at === null || Date.parse(row.expires_at) <= deps.now().getTime();
  const file = isExpired ? undefined : await deps.storage.read(keyOf(id));
  if (!file) throw new DomainError('gone', 'This copy is no longer available. Please ask for a new one.');
  try {
    await recordAudit(deps.db, {
      actorId: actor.userId,
      action: 'data_export.downloaded',
      subjectType: 'data_export',
      subjectId: id,
      metadata,
    });
  } catch (error) {
    file.body.destroy();
    throw error;
  }
  const filename = `my-data-${row.requested_at.slice(0, 10)}.zip`;
  return { info: { ...file.info, contentType: 'application/zip' }, body: file.body, filename };
}

/**
 * The `sweep-exports` job: marks expired exports, and removes files that belong to no requested or ready export.
 * Idempotent.
 */
export async function sweepExports(deps: Deps): Promise<{ expired: number; removed: number }> {
  const expired = await expireExports(deps.db, deps.now());
  const ids: string[] = [];
  for await (const { key } of deps.storage.list(exportsPrefix)) ids.push(key.slice(exportsPrefix.length));
  const removed = await removeOrphans(deps, ids);
  if (expired + removed > 0) deps.log.info({ expired, removed }, 'removed expired data exports');
  return { expired, removed };
}

/** Removes the files of the user's exports that are neither requested nor ready. */
export async function removeEndedExports(deps: Deps, userId: string): Promise<void> {
  await removeOrphans(deps, await findExportIds(deps.db, userId));
}

/**
 * Removes the file of each of these exports that is neither requested nor ready.
 * @returns the number of such exports
 */
async function removeOrphans(deps: Deps, ids: readonly string[]): Promise<number> {
  const live = await findLiveExports(deps.db, ids);
  const orphans = ids.filter((id) => !live.has(id));
  for (const id of orphans) await deps.storage.remove(keyOf(id));
  return orphans.length;
}

/** When the user may request the next export. A failed export does not count. */
function nextExportAt(row: DataExportRow): Date {
  const wait = row.status === 'failed' ? 0 : exportEveryHours * hourMs;
  return new Date(Date.parse(row.requested_at) + wait);
}

/** An export counts as expired from `expiresAt`, even before the `sweep-exports` job has marked it. */
function presentExport(row: DataExportRow, now: Date): DataExport {
  const isExpired = row.expires_at !== null && Date.parse(row.expires_at) <= now.getTime();
  return {
    id: row.id,
    status: row.status === 'ready' && isExpired ? 'expired' : row.status,
    sizeBytes: row.size_bytes,
    requestedAt: row.requested_at,
    readyAt: row.ready_at,
    expiresAt: row.expires_at,
    nextAt: nextExportAt(row).toISOString(),
  };
}
