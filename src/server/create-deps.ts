import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type Stripe from 'stripe';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import { createStripe } from './payments/stripe/stripe-client.ts';
import { createAttemptLimits } from './platform/attempt-limits.ts';
import { createCachedFigures } from './platform/cached-figures.ts';
import { openSealing } from './platform/crypto/open-sealing.ts';
import { createPasswords } from './platform/crypto/passwords.ts';
import { readOrCreateSecret } from './platform/crypto/secret-file.ts';
import { type Connection, openDatabase } from './platform/db/database.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createDiskStorage, type DiskStorage } from './platform/storage/disk-storage.ts';
import { createEncryptedStorage, type EncryptedStorage } from './platform/storage/encrypted-storage.ts';
import { createPdfStamper } from './platform/storage/pdf-stamper.ts';
import type { Storage } from './platform/storage/storage.ts';
import { documentsPrefix } from './platform/storage/upload-objects.ts';
import { tracedStorage } from './platform/traced-calls.ts';
import { watchUntrustedProxy } from './platform/untrusted-proxy.ts';

export type CreatedDeps = {
  deps: Deps;
  disk: DiskStorage | undefined;
  /** The store in `deps.storage`, with the methods that key rotation needs. */
  encryptedStorage: EncryptedStorage;
  sessionSecrets: readonly string[];
  /** Closes everything that was opened, jobs first. */
  close(): Promise<void>;
};

export type Infrastructure = {
  connection: Connection;
  stripe: { secretKey: string; webhookSecret: string | undefined; apiUrl: string | undefined };
  appUrl: () => string;
  log: FastifyBaseLogger;
  now?: () => Date;
};

/** The composition root: creates, from the configuration, everything that operations need. Migrates the database. */
export async function createDeps(config: Config, infrastructure: Infrastructure): Promise<CreatedDeps> {
  const { connection, appUrl, log } = infrastructure;
  const now = infrastructure.now ?? (() => new Date());
  const [passwords, migrations] = await Promise.all([
    // A login waits at most a quarter of `shedLoadAfterMs` for its turn to hash the password, because its other steps
    // take time as well.
    createPasswords(config.passwordCost, config.shedLoadAfterMs * 0.25),
    migrateDatabase(connection, log),
  ]);
  if (migrations.length > 0) log.info({ migrations }, 'database migrated');
  const database = openDatabase(connection, (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  );
  try {
    const sessionSecrets = config.sessionSecrets ?? [
      await readOrCreateSecret(path.join(config.dataDir, 'session.secret')),
    ];
    const encryptionKeys = config.encryptionKeys ?? [
      await readOrCreateSecret(encryptionKeyFile(config.dataDir)),
    ];
    const sealing = await openSealing(database.db, encryptionKeys);
    const disk = config.s3 ? undefined : createDisk(config, appUrl, sessionSecrets, now);
    const store = config.s3 ? await openS3(config.s3) : disk;
    if (!store) throw new Error('no file storage is configured');
    const traced = tracedStorage(store, config.s3 ? 's3' : 'disk');
    const storage = createEncryptedStorage(traced, sealing, documentsPrefix);
    const { db, pool } = database;
    const metrics = createMetrics({ db, pool, passwords, log }, config.metrics !== undefined);
    const jobs = await openJobs(connection, log);
    const pdfStamper = createPdfStamper();
    let stripe: Stripe | undefined;
    const deps: Deps = {
      config,
      appUrl,
      db,
      pool,
      storage,
      pdfStamper,
      sealing,
      // Created on first use.
      get stripe() {
        stripe ??= createStripe(infrastructure.stripe);
        return stripe;
      },
      set stripe(standIn) {
        stripe = standIn;
      },
      stripeWebhookSecret: infrastructure.stripe.webhookSecret,
      passwords,
      attemptLimits: createAttemptLimits(pool, config.rateLimitFactor, (name) => metrics.limitHit(name)),
      jobs,
      figures: createCachedFigures(),
      metrics,
      untrustedProxy: watchUntrustedProxy({ log, now }),
      log,
      now,
    };
    return {
      deps,
      disk,
      encryptedStorage: storage,
      sessionSecrets,
      async close() {
        await jobs.stop();
        await pdfStamper.close();
        await storage.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The S3 client is large, so it is loaded only if needed. */
async function openS3(options: NonNullable<Config['s3']>): Promise<Storage> {
  const { createS3Storage } = await import('./platform/storage/s3-storage.ts');
  return createS3Storage(options);
}

function createDisk(
  config: Config,
  appUrl: () => string,
  secrets: readonly string[],
  now: () => Date,
): DiskStorage {
  return createDiskStorage({
    root: objectsFolder(config.dataDir),
    baseUrl: appUrl,
    secret: createHash('sha256').update(`signed-address:${secrets[0]}`).digest(),
    now,
  });
}

/** The folder where files are stored if S3 is not configured. */
export function objectsFolder(dataDir: string): string {
  return path.join(dataDir, 'objects');
}

/** The file of the encryption key that is generated if none is configured. */
export function encryptionKeyFile(dataDir: string): string {
  return path.join(dataDir, 'encryption.key');
}
