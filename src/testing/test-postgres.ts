import { randomBytes } from 'node:crypto';
import { cpSync, promises as fs, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '../server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts';
import { accountFor } from '../server/platform/db/postgres-account.ts';
import { postmasterOf } from '../server/platform/db/postmaster.ts';
import { cachedFolder, temporaryFolder } from './cached-folder.ts';
import { withDatabase } from './postgres-url.ts';

/** A Postgres server for tests. Plain data, so that it can be passed to the processes of a run. */
export type TestServer = {
  /** A connection to one of the databases of the server. */
  connection: Connection;
  /** The database that tests clone. Nothing is connected to it, because Postgres cannot clone a database in use. */
  templateName: string;
};

export type TestDatabase = { connection: Connection; drop(): Promise<void> };

/** Data of tests does not need to survive a crash. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

/**
 * Prepares the Postgres of a test run. TEST_DATABASE_URL names a database of an existing server, with an account that
 * may create databases. Without it, the embedded Postgres is started on a copy of a data folder, which is created once
 * and cached in `node_modules/.cache`.
 */
export async function startTestPostgres(): Promise<TestServer & { stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? prepareServer({ url }) : startCopy();
}

/** Clones the template or another database. A clone of `template1` has no tables. */
export async function cloneDatabase(
  server: TestServer,
  template = server.templateName,
  name = `${server.templateName.replace('template', 'test')}_${randomBytes(6).toString('hex')}`,
): Promise<TestDatabase> {
  // By default, Postgres would write each copied page to its write-ahead log.
  const clone = `create database ${name} template ${template} strategy file_copy`;
  await onServer(server.connection, (client) => client.query(clone));
  return {
    connection: withDatabase(server.connection, name),
    async drop() {
      await onServer(server.connection, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}

/** Runs `work` with a new connection, and closes it afterwards. */
export async function onServer<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client('url' in connection ? { connectionString: connection.url } : connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function prepareServer(connection: Connection): Promise<TestServer & { stop(): Promise<void> }> {
  const templateName = `academy_template_${process.pid}`;
  await onServer(connection, async (client) => {
    await client.query(`drop database if exists ${templateName}`);
    await client.query(`create database ${templateName}`);
  });
  await fillTemplate(withDatabase(connection, templateName));
  return {
    connection,
    templateName,
    async stop() {
      await onServer(connection, async (client) => {
        const left = await client.query<{ datname: string }>(
          `select datname from pg_database where datname like 'academy_test_${process.pid}_%'`,
        );
        for (const { datname } of left.rows) await client.query(`drop database ${datname} with (force)`);
        await client.query(`drop database if exists ${templateName} with (force)`);
      });
    },
  };
}

const embeddedTemplate = 'academy_template';

async function startCopy(): Promise<TestServer & { stop(): Promise<void> }> {
  const cached = await cachedFolder({
    name: 'test-postgres',
    // `package-lock.json` determines the version of Postgres.
    inputs: [
      'migrations',
      'src/server/platform/db',
      'src/server/platform/jobs',
      'src/testing/test-postgres.ts',
      'package-lock.json',
    ],
    async make(dataDir) {
      const postgres = await startEmbeddedPostgres({ dataDir, settings });
      try {
        await onServer(postgres.connection, (client) => client.query(`create database ${embeddedTemplate}`));
        await fillTemplate(withDatabase(postgres.connection, embeddedTemplate));
      } finally {
        // A clean shutdown, so that each copy starts without recovery.
        await postgres.stop();
      }
    },
  });
  const { connection, stop } = await startOnCopy(cached);
  return { connection, templateName: embeddedTemplate, stop };
}

/**
 * Starts Postgres on a copy of an unused data folder, so that neither a concurrent run nor a crash can corrupt the
 * original.
 */
export async function startOnCopy(
  original: string,
): Promise<{ connection: Connection; dataDir: string; stop(): Promise<void> }> {
  const dataDir = await temporaryFolder();
  cpSync(original, dataDir, { recursive: true });
  // Postgres requires this owner and mode, which copying may not preserve.
  const cluster = path.join(dataDir, 'postgres');
  await fs.chmod(cluster, 0o700);
  const account = accountFor(process.getuid?.());
  if (account.isOther) await changeOwner(cluster, account.uid ?? 0, account.gid ?? 0);
  const started = await startEmbeddedPostgres({ dataDir, settings });
  // Connects to `postgres`, because browser tests clone `academy`, and Postgres cannot clone a database in use.
  const connection = withDatabase(started.connection, 'postgres');
  const { pid } = await postmasterOf(cluster);
  // Ctrl-C ends a run without its teardown. Without this handler, Postgres would then keep running.
  const abandon = () => {
    process.kill(pid, 'SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  return {
    connection,
    dataDir,
    async stop() {
      process.off('exit', abandon);
      process.kill(pid, 'SIGQUIT');
      while ((await postmasterOf(cluster)).isRunning) await sleep(10);
      await fs.rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function fillTemplate(connection: Connection): Promise<void> {
  // These modules are loaded on demand, because a run that finds a cached cluster does not need them.
  const [{ openDatabase }, { migrateToLatest }, { openJobs }, { pino }] = await Promise.all([
    import('../server/platform/db/database.ts'),
    import('../server/platform/db/migrate.ts'),
    import('../server/platform/jobs/jobs.ts'),
    import('pino'),
  ]);
  const database = openDatabase(connection, () => undefined);
  await migrateToLatest(database.db);
  const jobs = await openJobs(connection, pino({ level: 'silent' }));
  await jobs.stop();
  await database.close();
}

async function changeOwner(folder: string, uid: number, gid: number): Promise<void> {
  await fs.chown(folder, uid, gid);
  for (const name of await fs.readdir(folder, { recursive: true })) {
    await fs.chown(path.join(folder, name), uid, gid);
  }
}
