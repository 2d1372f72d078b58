import { inject } from 'vitest';
import * as server from './test-postgres.ts';

/** The Postgres of this vitest run. */
const testServer = (): server.TestServer => ({
  connection: inject('postgres'),
  templateName: inject('templateName'),
});

/** Clones the migrated, empty database. `drop` deletes the clone. */
export const cloneDatabase = (): Promise<server.TestDatabase> => server.cloneDatabase(testServer());

/** Creates a database without tables. `drop` deletes it. */
export const emptyDatabase = (): Promise<server.TestDatabase> =>
  server.cloneDatabase(testServer(), 'template1');
