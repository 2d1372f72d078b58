import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { paidPlans } from '../../../shared/payments/billing.ts';
import { sealingKeysOf } from '../../platform/crypto/sealing.ts';
import { type Connection, openDatabase } from '../../platform/db/database.ts';
import {
  listMigrations,
  migrateToLatest,
  migrateUpTo,
  requireDirect,
  requireUtf8,
} from '../../platform/db/migrate.ts';
import { type JobName, type JobPayloads, type Jobs, openJobs } from '../../platform/jobs/jobs.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { isUnused, loadDatabase, notEmptyMessage } from './database-in.ts';
import { copyFilesIn } from './file-copies.ts';
import { BackupError, type Manifest, readManifest } from './manifest.ts';
import { readLines, verifyPart } from './packed-part.ts';

export type RestoreTarget = {
  connection: Connection;
  /** The underlying storage, which neither encrypts nor decrypts, so that encrypted files stay encrypted. */
  store: Storage;
  /** The configured encryption keys, newest first. */
  encryptionKeys: readonly string[];
  log: FastifyBaseLogger;
};

export type RestoreResult = {
  rows: number;
  files: { written: number; present: number };
  jobs: number;
  /** Migrations that ran after the load, because this version is newer than the backup's. */
  migrations: string[];
};

/**
 * `npm run restore`: restores a backup into an empty database. The keys, the hashes of all parts, the migrations and
 * the jobs are checked before anything is written; each file is checked while it is copied. The files come first, then
 * all rows and jobs in one transaction, so that an interrupted restore can be run again. Migrations newer than the
 * backup run last; if they fail, the next server that starts runs them.
 * @throws BackupError with a message for the operator
 */
export async function restoreBackup(target: RestoreTarget, folder: string): Promise<RestoreResult> {
  const manifest = await readManifest(folder);
  assertKeys(manifest, target.encryptionKeys);
  for (const part of [...manifest.tables, manifest.jobs, manifest.files]) await verifyPart(folder, part);

  const database = openDatabase(
    target.connection,
    (error) => target.log.warn({ err: error }, 'a database connection broke'),
    { max: 3, statementTimeoutMs: 0, idleInTransactionMs: 0 },
  );
  try {
    await requireDirect(database.db);
    await requireUtf8(database.db);
    if (!(await isUnused(database.pool))) throw new BackupError(notEmptyMessage);
    assertMigrations(manifest, await listMigrations(database.db));
    const jobs = await readJobs(target, folder, manifest);
    const files = await copyFilesIn(folder, manifest.files, target.store);
    const newest = manifest.migrations.at(-1);
    if (newest !== undefined) await migrateUpTo(database.db, newest);
    const queue = await openJobs(target.connection, target.log);
    try {
      await loadDatabase(database.pool, folder, manifest, async (client) => {
        for (const enqueue of jobs) await enqueue(queue, client);
      });
    } finally {
      await queue.stop();
    }
    const migrations = await migrateToLatest(database.db);
    await database.pool.query('analyze');
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, files, jobs: jobs.length, migrations };
  } finally {
    await database.close();
  }
}

/** Fails before anything is written if a key is missing, because documents cannot be decrypted without their key. */
function assertKeys(manifest: Manifest, secrets: readonly string[]): void {
  const configured = new Set(sealingKeysOf(secrets).map(({ id }) => id));
  const missing = manifest.keyIds.filter((id) => !configured.has(id));
  if (missing.length === 0) return;
  throw new BackupError(
    'ENCRYPTION_KEY is not the one that the data in this backup was encrypted with. Needed: ' +
      `${missing.join(', ')}; configured: ${[...configured].join(', ') || 'none'}. Set ENCRYPTION_KEY to its value at ` +
      'the time of the backup (several, newest first: new,old), or put the file encryption.key of the old data ' +
      'folder into DATA_DIR.',
  );
}

function assertMigrations(
  manifest: Manifest,
  { known, executed }: { known: string[]; executed: string[] },
): void {
  const inBackup = new Set(manifest.migrations);
  const unknown = manifest.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `This backup was made by a newer version (${manifest.version}): it needs these migrations: ` +
        `${unknown.join(', ')}. Restore it with that version.`,
    );
  }
  if (executed.some((name) => !inBackup.has(name))) {
    throw new BackupError(
      'The database is empty, but has newer migrations than the backup. Create a new, empty database.',
    );
  }
}

const payloads: { [Name in JobName]: z.ZodType<JobPayloads[Name]> } = {
  'send-mail': z.object({ mailId: z.string() }),
  'build-export': z.object({ exportId: z.string() }),
  'stop-renewals': z.object({ userId: z.string() }),
  'erase-customer': z.object({ userId: z.string(), customerId: z.string() }),
  'send-legal-notice': z.object({ noticeId: z.string() }),
  'close-payment-pages': z.union([z.object({ productId: z.int() }), z.object({ plan: z.enum(paidPlans) })]),
};

/** Jobs that only earlier versions ran. The queue, and therefore a backup, can still contain one. */
const formerJobs = new Set(['set-price-back']);

const jobLine = z.object({ name: z.string(), data: z.unknown(), startAfter: z.iso.datetime() });

function isJobName(name: string): name is JobName {
  return Object.hasOwn(payloads, name);
}

type Enqueue = (queue: Jobs, client: pg.ClientBase) => Promise<void>;

/** @throws BackupError if this version does not know a job of the backup */
async function readJobs(
  { log }: Pick<RestoreTarget, 'log'>,
  folder: string,
  manifest: Manifest,
): Promise<Enqueue[]> {
  const jobs: Enqueue[] = [];
  for await (const line of readLines(folder, manifest.jobs)) {
    const { name, data, startAfter } = jobLine.parse(line);
    if (isJobName(name)) jobs.push(enqueueOf(name, data, Date.parse(startAfter)));
    else if (formerJobs.has(name)) log.warn({ job: name, data }, 'a job of an earlier version is left out');
    else throw new BackupError(`The backup has a job that this version does not know: ${name}.`);
  }
  return jobs;
}

/**
 * Schedules a job for its time, or to run immediately if that time has passed. The operations skip work that is no
 * longer needed.
 */
function enqueueOf<Name extends JobName>(name: Name, data: unknown, startAfter: number): Enqueue {
  const payload = payloads[name].parse(data);
  return (queue, client) =>
    queue.enqueue(client, name, payload, Math.max(0, Math.ceil((startAfter - Date.now()) / 1000)));
}
