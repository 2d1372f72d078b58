import { createHash, randomBytes } from 'node:crypto';
import { cpSync, promises as fs, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '../server/db/database.ts';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres.ts';
import { accountFor } from '../server/db/postgres-account.ts';
import { postmasterOf } from '../server/db/postmaster.ts';
import { withDatabase } from './postgres-address.ts';
import { root } from './sources.ts';

/** Plain data, so that it can be handed to the processes of a run. */
export type TestServer = {
  /** Any database of the server, to reach it. */
  connection: Connection;
  /** A migrated, empty database that nobody is connected to. */
  templateName: string;
};

export type TestDatabase = { connection: Connection; drop(): Promise<void> };

/** Nobody needs what a test wrote after a crash. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

/**
 * One Postgres for a run of tests: the one that TEST_DATABASE_URL names (any database of it; the account must be allowed
 * to create databases), else the embedded one on a copy of a cluster that is made once and kept in `node_modules/.cache`.
 */
export async function startTestPostgres(): Promise<TestServer & { stop(): Promise<void> }> {
  const address = process.env.TEST_DATABASE_URL;
  return address ? prepareServer({ url: address }) : startCopy();
}

/** Clones the template, or another database: `template1` gives one without any table. */
export async function cloneDatabase(
  server: TestServer,
  template = server.templateName,
  name = `${server.templateName.replace('template', 'test')}_${randomBytes(6).toString('hex')}`,
): Promise<TestDatabase> {
  // Unless told to copy the files, Postgres writes every page into its log.
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

/** Does something on the server, outside of the tests' databases. */
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

/** A run works on a copy, so that neither another run at the same time nor a crash can spoil what is kept. */
async function startCopy(): Promise<TestServer & { stop(): Promise<void> }> {
  const kept = await keptCluster();
  const dataDir = await temporaryFolder();
  cpSync(kept, dataDir, { recursive: true });
  // As Postgres wants it: the copy has the contents, neither the owner nor the mode of folders.
  const cluster = path.join(dataDir, 'postgres');
  await fs.chmod(cluster, 0o700);
  const account = accountFor(process.getuid?.());
  if (account.isOther) await giveAway(cluster, account.uid ?? 0, account.gid ?? 0);
  const { connection } = await startEmbeddedPostgres({ dataDir, settings });
  const { pid } = await postmasterOf(cluster);
  // Ctrl-C ends a run without its teardown, and Postgres would go on.
  const abandon = () => {
    process.kill(pid, 'SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  return {
    connection,
    templateName: embeddedTemplate,
    async stop() {
      process.off('exit', abandon);
      process.kill(pid, 'SIGQUIT');
      while ((await postmasterOf(cluster)).isRunning) await sleep(10);
      await fs.rm(dataDir, { recursive: true, force: true });
    },
  };
}

const cache = path.join(root, 'node_modules/.cache/test-postgres');
const entriesKept = 3;

/** @returns a data folder as of the embedded Postgres, whose cluster is stopped and holds the template */
async function keptCluster(): Promise<string> {
  const entry = path.join(cache, await fingerprint());
  const found = await fs.utimes(entry, new Date(), new Date()).then(
    () => true,
    () => false,
  );
  if (!found) {
    await makeCluster(entry);
    await removeOldEntries(cache, entriesKept);
  }
  return entry;
}

/** Of all that the template is made of, this file with the settings included. */
async function fingerprint(): Promise<string> {
  const ofFolders = ['migrations', 'src/server/db', 'src/server/jobs'].map(async (folder) => {
    const names = await fs.readdir(path.join(root, folder), { recursive: true });
    return names
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => path.join(folder, name));
  });
  const sources = (await Promise.all(ofFolders)).flat().toSorted();
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  // The lock file names the version of Postgres.
  for (const file of [...sources, 'package-lock.json', 'src/testing/test-postgres.ts']) {
    hash.update(`\0${file}\0`).update(await fs.readFile(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function makeCluster(entry: string): Promise<void> {
  const dataDir = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  try {
    await onServer(postgres.connection, (client) => client.query(`create database ${embeddedTemplate}`));
    await fillTemplate(withDatabase(postgres.connection, embeddedTemplate));
    // In order, so that each copy starts without a recovery.
    await postgres.stop();
    const partial = `${entry}.${process.pid}`;
    await fs.mkdir(cache, { recursive: true });
    cpSync(dataDir, partial, { recursive: true });
    // Two runs may make it at once: whoever comes second finds the name taken and uses that.
    await fs.rename(partial, entry).catch(async (error: NodeJS.ErrnoException) => {
      await fs.rm(partial, { recursive: true, force: true });
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await postgres.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

async function fillTemplate(connection: Connection): Promise<void> {
  // Loaded when they are needed: a run that finds its cluster does without them.
  const [{ openDatabase }, { migrateToLatest }, { openJobs }, { pino }] = await Promise.all([
    import('../server/db/database.ts'),
    import('../server/db/migrate.ts'),
    import('../server/jobs/jobs.ts'),
    import('pino'),
  ]);
  const database = openDatabase(connection, () => undefined);
  await migrateToLatest(database.db);
  const jobs = await openJobs(connection, pino({ level: 'silent' }));
  await jobs.stop();
  await database.close();
}

/** By their last use, parts that were never finished included. */
export async function removeOldEntries(folder: string, kept: number): Promise<void> {
  const names = await fs.readdir(folder);
  const entries = await Promise.all(
    names.map(async (name) => ({ name, usedAt: (await fs.stat(path.join(folder, name))).mtimeMs })),
  );
  const old = entries.toSorted((one, other) => other.usedAt - one.usedAt).slice(kept);
  for (const { name } of old) await fs.rm(path.join(folder, name), { recursive: true, force: true });
}

/** In memory where there is room: the files of databases that come and go are most of what a run writes. */
async function temporaryFolder(): Promise<string> {
  const memory = await fs.statfs('/dev/shm').catch(() => undefined);
  const hasRoom = memory !== undefined && memory.bavail * memory.bsize > 2 * 1024 ** 3;
  const folder = await fs.mkdtemp(path.join(hasRoom ? '/dev/shm' : os.tmpdir(), 'academy-test-'));
  // For the account that Postgres runs as.
  await fs.chmod(folder, 0o711);
  return folder;
}

async function giveAway(folder: string, uid: number, gid: number): Promise<void> {
  await fs.chown(folder, uid, gid);
  for (const name of await fs.readdir(folder, { recursive: true })) {
    await fs.chown(path.join(folder, name), uid, gid);
  }
}
