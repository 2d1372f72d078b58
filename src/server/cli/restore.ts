import path from 'node:path';
import { pino } from 'pino';
import { loadEnvironmentFile } from '../config/environment-file.ts';
import { logOptions } from '../platform/logging.ts';
import { BackupError } from './backup-parts/manifest.ts';
import { restoreBackup } from './backup-parts/restore-backup.ts';
import { withStores } from './backup-parts/with-stores.ts';
import { runCommand } from './run-command.ts';

/** `npm run restore -- folder`: restores a backup into the empty database and the store that the environment names. */
async function main(): Promise<void> {
  loadEnvironmentFile();
  const folder = process.argv[2];
  if (folder === undefined) throw new BackupError('Name the folder of the backup: npm run restore -- folder');
  await withStores(process.env, async ({ connection, store, encryptionKeys, config }) => {
    const log = pino({ ...logOptions, level: config.logLevel }, process.stderr);
    const { rows, files, jobs, migrations } = await restoreBackup(
      { connection, store, encryptionKeys, log },
      path.resolve(folder),
    );
    const newer = migrations.length > 0 ? ` Then migrated: ${migrations.join(', ')}.` : '';
    console.warn(
      `Restored ${rows} rows, ${files.written} files (${files.present} were there already) and ${jobs} jobs.${newer}\n` +
        'Start the server. Payments made since the backup are read from Stripe within a quarter of an hour; nothing is sold until then.',
    );
  });
}

await runCommand(main);
