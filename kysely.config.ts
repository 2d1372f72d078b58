import path from 'node:path';
import { defineConfig } from 'kysely-ctl';
import { readConfig } from './src/server/config/config.ts';
import { openDatabase } from './src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from './src/server/platform/db/embedded-postgres.ts';
import { migrationLimits, requireDirect } from './src/server/platform/db/migrate.ts';

/** `npm run migrate` and the other kysely-ctl commands, on the server's database. */
export default defineConfig({
  kysely: async () => {
    const config = readConfig(process.env);
    const connection = config.databaseUrl
      ? { url: config.databaseUrl }
      : (await startEmbeddedPostgres({ dataDir: path.resolve(config.dataDir) })).connection;
    const { db } = openDatabase(connection, (error) => console.error(error.message), migrationLimits);
    await requireDirect(db);
    return db;
  },
  migrations: { migrationFolder: 'migrations' },
});
