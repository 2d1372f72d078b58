import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { type Connection, openDatabase } from '../server/db/database.ts';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres.ts';
import { migrateToLatest } from '../server/db/migrate.ts';
import { openJobs } from '../server/jobs/jobs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test databases are cloned from `templateName`. */
    postgres: Connection;
    templateName: string;
  }
}

/**
 * One Postgres for the run: the embedded one, or the one that TEST_DATABASE_URL names (any database of it; the account
 * must be allowed to create databases). A migrated template is made once; each test file clones it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-test-'));
  await fs.chmod(dataDir, 0o711);
  const embedded = external
    ? undefined
    : await startEmbeddedPostgres({
        dataDir,
        settings: {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          max_connections: '200',
        },
      });
  const connection: Connection = embedded?.connection ?? { url: external ?? '' };

  const templateName = `academy_template_${process.pid}`;
  const admin = new pg.Client('url' in connection ? { connectionString: connection.url } : connection);
  await admin.connect();
  await admin.query(`drop database if exists ${templateName}`);
  await admin.query(`create database ${templateName}`);
  const template = withDatabase(connection, templateName);
  const database = openDatabase(template, () => undefined);
  await migrateToLatest(database.db);
  const jobs = await openJobs(template, pino({ level: 'silent' }));
  await jobs.stop();
  await database.close();

  project.provide('postgres', connection);
  project.provide('templateName', templateName);

  return async () => {
    const left = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname like 'academy_test_${process.pid}_%'`,
    );
    for (const { datname } of left.rows) await admin.query(`drop database ${datname} with (force)`);
    await admin.query(`drop database if exists ${templateName} with (force)`);
    await admin.end();
    await embedded?.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  };
}

/** The same server, another database. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (!('url' in connection)) return { ...connection, database };
  const url = new URL(connection.url);
  url.pathname = `/${database}`;
  return { url: url.toString() };
}
