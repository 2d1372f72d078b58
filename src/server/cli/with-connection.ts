import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Connection } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';

/**
 * Runs a command on the configured database. Without DATABASE_URL, this is the embedded Postgres: starts it if no
 * server runs it, and stops it after the command, even a failed one, if no server uses it.
 */
export async function withConnection<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  command: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== undefined) return command({ url: databaseUrl });
  const postgres = await startEmbeddedPostgres({ dataDir: path.resolve(dataDir) });
  try {
    return await command(postgres.connection);
  } finally {
    await postgres.stop();
  }
}
