import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Connection } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { asDatabaseProblem } from './database-problem.ts';

/**
 * Runs a command on the database of DATABASE_URL or, if that is not set, on the embedded Postgres. Starts the embedded
 * Postgres if it is not running. Stops it afterwards, even if the command fails, unless a server uses it.
 * @throws the errors of the command; StartupError if the Postgres of DATABASE_URL cannot be used
 */
export async function withConnection<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  command: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== undefined) {
    return command({ url: databaseUrl }).catch((error: unknown) => {
      throw asDatabaseProblem(error);
    });
  }
  const postgres = await startEmbeddedPostgres({ dataDir: path.resolve(dataDir) });
  try {
    return await command(postgres.connection);
  } finally {
    await postgres.stop();
  }
}
