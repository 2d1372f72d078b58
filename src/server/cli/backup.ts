import path from 'node:path';
import { backupTaken } from '../../shared/admin/audit-actions.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { loadEnvironmentFile } from '../config/environment-file.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { takeBackup } from './backup-parts/take-backup.ts';
import { withStores } from './backup-parts/with-stores.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run backup -- folder`: backs up the database and the files into `folder`. By default, creates a new folder in
 * `DATA_DIR/backups`.
 */
async function main(): Promise<void> {
  loadEnvironmentFile();
  await withStores(process.env, async ({ connection, store, dataDir }) => {
    const database = openDatabase(connection, (error) => console.error(error.message));
    try {
      const stamp = new Date().toISOString().replace(/\..*$/, 'Z').replaceAll(':', '-');
      const folder = path.resolve(process.argv[2] ?? path.join(dataDir, 'backups', stamp));
      const source = { pool: database.pool, store, now: () => new Date() };
      const { tables, files, jobs } = await takeBackup(source, folder);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.warn(
        `${folder}: ${rows} rows of ${tables.length} tables, ${files.count} files (${files.bytes} bytes), ${jobs.count} jobs.\n` +
          'It contains personal data: protect it like the database. The encryption key is not included: store it elsewhere.',
      );
      await recordBackup(database.db, { rows, files: files.count });
    } finally {
      await database.close();
    }
  });
}

/** Writes to the audit log, for the System page, that the backup is complete. A failure only prints a warning. */
async function recordBackup(db: Db, details: { rows: number; files: number }): Promise<void> {
  try {
    await recordAudit(db, {
      actorId: null,
      action: backupTaken,
      subjectType: 'system',
      subjectId: 'backup',
      details,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    console.warn(`The backup is complete, but the System page does not show it: ${reason}`);
  }
}

await runCommand(main);
