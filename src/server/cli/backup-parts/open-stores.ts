import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '../../config/config.ts';
import { encryptionKeyFile, objectsFolder } from '../../create-deps.ts';
import type { Connection } from '../../platform/db/database.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { createDiskStorage } from '../../platform/storage/disk-storage.ts';
import { createS3Storage } from '../../platform/storage/s3-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** The database and file store of this configuration, without a server. */
export type OpenStores = {
  config: Config;
  dataDir: string;
  connection: Connection;
  /** The files as stored, so that encrypted ones stay encrypted. */
  store: Storage;
  /** Newest first; empty if there are none yet. */
  encryptionKeys: readonly string[];
  close(): Promise<void>;
};

/**
 * For the backup and the restore. If a server already runs the embedded Postgres, uses that one.
 */
export async function openStores(environment: NodeJS.ProcessEnv): Promise<OpenStores> {
  const config = readConfig(environment);
  const dataDir = path.resolve(config.dataDir);
  const postgres = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir });
  const store = config.s3
    ? createS3Storage(config.s3)
    : createDiskStorage({
        root: objectsFolder(dataDir),
        // URLs are not signed here.
        baseUrl: () => 'http://localhost',
        secret: randomBytes(32),
      });
  return {
    config,
    dataDir,
    connection: postgres?.connection ?? { url: config.databaseUrl ?? '' },
    store,
    encryptionKeys: config.encryptionKeys ?? (await readKeyFile(dataDir)),
    async close() {
      await store.close();
      await postgres?.stop();
    },
  };
}

async function readKeyFile(dataDir: string): Promise<string[]> {
  try {
    return [(await fs.readFile(encryptionKeyFile(dataDir), 'utf8')).trim()];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
