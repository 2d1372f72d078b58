import path from 'node:path';
import { defineConfig } from 'kysely-ctl';
import { asDatabaseProblem } from './src/server/cli/database-problem.ts';
import { readConfig } from './src/server/config/config.ts';
import { type Db, openDatabase } from './src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from './src/server/platform/db/embedded-postgres.ts';
import { migrationLimits, requireDirect } from './src/server/platform/db/migrate.ts';
import { StartupError } from './src/server/platform/startup-error.ts';

async function open(): Promise<Db> {
  const config = readConfig(process.env);
  const connection = config.databaseUrl
    ? { url: config.databaseUrl }
    : (await startEmbeddedPostgres({ dataDir: path.resolve(config.dataDir) })).connection;
  const { db } = openDatabase(connection, (error) => console.error(error.message), migrationLimits);
  await requireDirect(db);
  return db;
}

/** `npm run migrate` and the other kysely-ctl commands, on the server's database. */
export default defineConfig({
  kysely: () =>
    open().catch((error: unknown) => {
      const problem = asDatabaseProblem(error);
      if (!(problem instanceof StartupError)) throw error;
      // kysely-ctl would also print the stack.
      console.error(problem.message);
      process.exit(1);
    }),
  migrations: { migrationFolder: 'migrations' },
});
