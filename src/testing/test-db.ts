import { inject } from 'vitest';
import * as server from './test-postgres.ts';

/** The Postgres of this run of vitest. */
const testServer = (): server.TestServer => ({
  connection: inject('postgres'),
  templateName: inject('templateName'),
});

/** A migrated, empty database of this test file's own; dropped by `drop`. */
export const cloneDatabase = (): Promise<server.TestDatabase> => server.cloneDatabase(testServer());

/** A database without any table, dropped by `drop`. */
export const emptyDatabase = (): Promise<server.TestDatabase> =>
  server.cloneDatabase(testServer(), 'template1');
