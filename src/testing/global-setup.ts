import type { TestProject } from 'vitest/node';
import type { Connection } from '../server/platform/db/database.ts';
import { startTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How to connect to a database on the test run's Postgres server. */
    postgres: Connection;
    /** The migrated database that tests clone. */
    templateName: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.provide('postgres', postgres.connection);
  project.provide('templateName', postgres.templateName);
  return () => postgres.stop();
}
