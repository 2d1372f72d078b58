import path from 'node:path';
import { pino } from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { loadEnvironmentFile } from '../config/environment-file.ts';
import { createDeps } from '../create-deps.ts';
import { sealPlaintextNumbers } from '../kyc/plaintext-numbers.operations.ts';
import type { Connection } from '../platform/db/database.ts';
import { logOptions } from '../platform/logging.ts';
import { documentsPrefix } from '../platform/storage/upload-objects.ts';
import { removeDocumentIfErased } from '../uploads/sweep.operations.ts';
import { rotateKeys } from './key-rotation.operations.ts';
import { runCommand } from './run-command.ts';
import { sealedColumns } from './sealed-columns.ts';
import { withConnection } from './with-connection.ts';

/**
 * `ENCRYPTION_KEY=new,old npm run keys:rotate`: re-encrypts all encrypted values and files with the new key, so that
 * the old key can be removed. Servers that have both keys may keep running.
 */
async function main(): Promise<void> {
  loadEnvironmentFile();
  const config = readConfig(process.env);
  await withConnection(config, (connection) => rotate(config, connection));
}

/** Sets the exit code 1 if something could not be decrypted. */
async function rotate(config: Config, connection: Connection): Promise<void> {
  const log = pino({ ...logOptions, level: config.logLevel });
  const created = await createDeps(
    { ...config, dataDir: path.resolve(config.dataDir) },
    {
      connection,
      // Stripe is not called here.
      stripe: { secretKey: 'sk_test_unused', webhookSecret: undefined, apiUrl: 'http://127.0.0.1:9' },
      appUrl: () => config.http.appUrl ?? `http://localhost:${config.http.port}`,
      log,
    },
  );
  try {
    const { deps, encryptedStorage } = created;
    await sealPlaintextNumbers(deps);
    const result = await rotateKeys({
      db: deps.db,
      sealing: deps.sealing,
      storage: encryptedStorage,
      columns: sealedColumns,
      prefix: documentsPrefix,
      removeIfErased: (key) => removeDocumentIfErased(deps, key),
      log,
    });
    log.info(result, 'all values and files that could be decrypted use the newest key');
    if (result.damaged > 0) process.exitCode = 1;
  } finally {
    await created.close();
  }
}

await runCommand(main);
