import path from 'node:path';
import { loadEnvironmentFile } from '../config/environment-file.ts';
import { openDatabase } from '../platform/db/database.ts';
import { openStores } from './backup-parts/open-stores.ts';
import { takeBackup } from './backup-parts/take-backup.ts';

/** `npm run backup -- folder`: backs up database and files into that folder, by default into a new one in `DATA_DIR/backups`. */
async function main(): Promise<void> {
  loadEnvironmentFile();
  const stores = await openStores(process.env);
  const database = openDatabase(stores.connection, (error) => console.error(error.message));
  try {
    const stamp = new Date().toISOString().replace(/\..*$/, 'Z').replaceAll(':', '-');
    const folder = path.resolve(process.argv[2] ?? path.join(stores.dataDir, 'backups', stamp));
    const source = { pool: database.pool, store: stores.store, now: () => new Date() };
    const { tables, files, jobs } = await takeBackup(source, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.warn(
      `${folder}: ${rows} rows of ${tables.length} tables, ${files.count} files (${files.bytes} bytes), ${jobs.count} jobs.\n` +
        'It contains personal data: protect it like the database. The encryption key is not included: store it elsewhere.',
    );
  } finally {
    await database.close();
    await stores.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
