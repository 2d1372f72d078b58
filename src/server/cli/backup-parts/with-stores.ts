import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Config, readConfig } from '../../config/config.ts';
import { encryptionKeyFile, objectsFolder } from '../../create-deps.ts';
import type { Connection } from '../../platform/db/database.ts';
import { createDiskStorage } from '../../platform/storage/disk-storage.ts';
import { createS3Storage } from '../../platform/storage/s3-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { withConnection } from '../with-connection.ts';
import { readIfPresent } from './manifest.ts';

/** The database and file store of this configuration, without a server. */
type Stores = {
  config: Config;
  dataDir: string;
  connection: Connection;
  /** The store itself, which neither encrypts nor decrypts. */
  store: Storage;
  /** Newest first; empty if there is no key yet. */
  encryptionKeys: readonly string[];
};

/** Runs the backup or the restore on the configured database and file store, and closes both afterwards. */
export async function withStores(
  environment: NodeJS.ProcessEnv,
  command: (stores: Stores) => Promise<void>,
): Promise<void> {
  const config = readConfig(environment);
  const dataDir = path.resolve(config.dataDir);
  await withConnection(config, async (connection) => {
    const store = config.s3
      ? createS3Storage(config.s3)
      : createDiskStorage({
          root: objectsFolder(dataDir),
          // URLs are not signed here.
          baseUrl: () => 'http://localhost',
          secret: randomBytes(32),
        });
    try {
      const encryptionKeys = config.encryptionKeys ?? (await readKeyFile(dataDir));
      await command({ config, dataDir, connection, store, encryptionKeys });
    } finally {
      await store.close();
    }
  });
}

async function readKeyFile(dataDir: string): Promise<string[]> {
  const key = await readIfPresent(encryptionKeyFile(dataDir));
  return key === undefined ? [] : [key.trim()];
}
