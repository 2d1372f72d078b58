import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, promises as fs, openSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { readOrCreateSecret } from '../crypto/secret-file.ts';
import { StartupError } from '../startup-error.ts';
import type { Connection } from './database.ts';
import { type Account, accountFor, canReach, runAs } from './postgres-account.ts';
import { readableBinaries } from './postgres-binaries.ts';
import { postmasterOf, removeLocksOfZombie } from './postmaster.ts';
import { lock } from './start-lock.ts';

const run = promisify(execFile);

/** The major version of the embedded binaries; a data folder of another version is rejected. */
const majorVersion = '18';
const databaseName = 'academy';
const superuser = 'academy';
const port = 5432;

export type EmbeddedPostgres = {
  connection: Extract<Connection, { host: string }>;
  /** Whether Postgres was already running, because another server or an earlier run had started it. */
  attached: boolean;
  /** False after Postgres has ended for any reason; true during a recovery. */
  isRunning(): Promise<boolean>;
  /** Shuts Postgres down unless another server still uses it. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** The academy's data folder; Postgres uses its subfolder `postgres`. */
  dataDir: string;
  /** Additional `postgres -c` settings, such as `fsync=off` for temporary test clusters. */
  settings?: Record<string, string>;
  /** How long to wait until Postgres responds. A recovery that takes longer continues in the background. */
  timeoutMs?: number;
  /** Called each time `initdb` or `postgres` has been started and must be waited for. */
  onWait?: () => void;
};

/**
 * Starts, or attaches to, the Postgres that npm installed: on a Unix socket only, with a generated password, detached
 * from Node so that a `kill -9` of the server does not stop it.
 * @throws StartupError if the data folder cannot be written to; with instructions if the platform has no binaries or
 * the data folder is of another major version
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = accountFor(process.getuid?.());
  await openDataFolder(options.dataDir);
  const home = await clusterHome(options.dataDir, account);
  const cluster = path.join(home, 'postgres');
  const binaries = await readableBinaries(account);
  const password = await readOrCreateSecret(path.join(options.dataDir, 'postgres.password'));
  const socketDir = await makeSocketDir(cluster, account);
  const connection = { host: socketDir, port, user: superuser, password, database: databaseName };

  const unlock = await lock(path.join(options.dataDir, 'postgres.lock'));
  try {
    await assertMajorVersion(cluster);
    if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
      await initialize(binaries, cluster, { password, account, onWait: options.onWait });
    }
    const attached = await responds(connection);
    if (!attached) {
      const attempt = async () => {
        const child = await launch(binaries, cluster, socketDir, account, options.settings ?? {});
        options.onWait?.();
        return child;
      };
      await startUntilReady({ connection, attempt, cluster, timeoutMs: options.timeoutMs ?? 60_000 });
    }
    await createDatabase(connection);
    return {
      connection,
      attached,
      isRunning: async () => (await postmasterOf(cluster)).isRunning,
      stop: () => stopUnlessShared(connection, cluster),
    };
  } finally {
    unlock();
  }
}

async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await fs.mkdir(dataDir, { recursive: true, mode: 0o700 });
    await fs.access(dataDir, fs.constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(`DATA_DIR: the folder ${dataDir} cannot be created or written to (${code}).`, {
      cause: error,
    });
  }
}

/**
 * The folder for the cluster: the data folder if the system account that runs Postgres can access it, otherwise another
 * folder, to which a link in the data folder leads.
 */
async function clusterHome(dataDir: string, account: Account): Promise<string> {
  if (!account.isOther || (await canReach(dataDir, account))) {
    // The account may pass through the data folder to its own subfolder, but not list it.
    if (account.isOther) await fs.chmod(dataDir, 0o711);
    return dataDir;
  }
  const home = path.join('/var/lib/poker-academy', shortHash(await fs.realpath(dataDir)));
  await fs.mkdir(home, { recursive: true, mode: 0o711 });
  const link = path.join(dataDir, 'postgres');
  if (!existsSync(link)) {
    const target = path.join(home, 'postgres');
    // If `target` exists, the data folder was deleted and created again, and the password of the old cluster is lost.
    if (existsSync(target)) await fs.rename(target, `${target}.orphan-${Date.now()}`);
    await fs.rm(link, { force: true });
    await fs.symlink(target, link);
  }
  return home;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** A Unix socket's path must be shorter than about 100 bytes, so it is in the temporary folder under a short name. */
async function makeSocketDir(cluster: string, account: Account): Promise<string> {
  const dir = path.join(os.tmpdir(), `poker-academy-${account.uid ?? 'user'}-${shortHash(cluster)}`);
  await fs.mkdir(dir, { recursive: true, mode: 0o700 });
  const stat = await fs.lstat(dir);
  if (
    !stat.isDirectory() ||
    (account.uid !== undefined && stat.uid !== account.uid && stat.uid !== process.getuid?.())
  ) {
    throw new Error(`The folder ${dir} belongs to another user. Remove it and start again.`);
  }
  await giveTo(dir, account);
  return dir;
}

async function giveTo(file: string, account: Account): Promise<void> {
  if (account.isOther && account.uid !== undefined && account.gid !== undefined) {
    await fs.chown(file, account.uid, account.gid);
  }
}

async function assertMajorVersion(cluster: string): Promise<void> {
  const found = await fs.readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (found !== undefined && found.trim() !== majorVersion) {
    throw new Error(
      `${cluster} was created by PostgreSQL ${found.trim()}, but this academy includes PostgreSQL ${majorVersion}. ` +
        'Dump it with the old version and restore it into a new data folder, or set DATABASE_URL.',
    );
  }
}

async function initialize(
  binaries: string,
  cluster: string,
  { password, account, onWait }: { password: string; account: Account; onWait: (() => void) | undefined },
): Promise<void> {
  // initdb rejects a folder that a killed initdb left, so it writes to `fresh`, which is then renamed.
  const target = await fs
    .realpath(path.dirname(cluster))
    .then((parent) => path.join(parent, path.basename(cluster)));
  const fresh = `${target}.new`;
  await fs.rm(fresh, { recursive: true, force: true });
  await fs.mkdir(fresh, { mode: 0o700 });
  await giveTo(fresh, account);
  const passwordFile = path.join(os.tmpdir(), `poker-academy-pw-${randomBytes(6).toString('hex')}`);
  await fs.writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(passwordFile, account);
  try {
    const initializing = run(
      path.join(binaries, 'bin', 'initdb'),
      [
        `--pgdata=${fresh}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      runAs(account),
    );
    onWait?.();
    await initializing;
  } finally {
    await fs.rm(passwordFile, { force: true });
  }
  await fs.rename(fresh, target);
}

async function launch(
  binaries: string,
  cluster: string,
  socketDir: string,
  account: Account,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const all = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '100',
    ...settings,
  };
  const log = openSync(path.join(cluster, 'server.log'), 'a', 0o600);
  try {
    await giveTo(path.join(cluster, 'server.log'), account);
    const child = spawn(
      path.join(binaries, 'bin', 'postgres'),
      [
        '-D',
        await fs.realpath(cluster),
        ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      // Postgres has its own process group, so Ctrl-C reaches only the server, which stops Postgres cleanly.
      { ...runAs(account), detached: true, stdio: ['ignore', log, log] },
    );
    child.unref();
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return child;
  } finally {
    closeSync(log);
  }
}

async function connect(connection: EmbeddedPostgres['connection']): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 3_000 });
  // If the connection breaks, the query is rejected. Without a listener, the `error` event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function responds(connection: EmbeddedPostgres['connection']): Promise<boolean> {
  try {
    const client = await connect(connection);
    await client.end();
    return true;
  } catch {
    return false;
  }
}

type Launch = {
  connection: EmbeddedPostgres['connection'];
  attempt: () => Promise<ChildProcess>;
  cluster: string;
  timeoutMs: number;
};

/**
 * Starts Postgres repeatedly until it responds. Right after a crash, the first attempt may exit immediately, because
 * processes of the old server are still running.
 */
async function startUntilReady({ connection, attempt, cluster, timeoutMs }: Launch): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    await removeLocksOfZombie(cluster, `${connection.host}/.s.PGSQL.${connection.port}`);
    const child = await attempt();
    while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
      if (await responds(connection)) return;
      await sleep(40);
    }
    await sleep(200);
  }
  const log = await fs.readFile(path.join(cluster, 'server.log'), 'utf8').catch(() => '');
  throw new Error(`The embedded Postgres did not start:\n${log.split('\n').slice(-15).join('\n')}`);
}

async function createDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = await connect(connection);
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

async function stopUnlessShared(connection: EmbeddedPostgres['connection'], cluster: string): Promise<void> {
  const client = await connect(connection).catch(() => undefined);
  if (!client) return;
  const others = await client
    .query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where application_name like 'poker-academy:%' and application_name <> $1",
      [`poker-academy:${process.pid}`],
    )
    .finally(() => client.end());
  if ((others.rows[0]?.count ?? 0) > 0) return;
  const { pid, isRunning } = await postmasterOf(cluster);
  // If another server has just stopped Postgres, `pid` is 0, and the signal would go to our own process group.
  if (!isRunning) return;
  // SIGINT is Postgres's fast shutdown: open sessions end, data is flushed.
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 10_000;
  while (existsSync(path.join(cluster, 'postmaster.pid')) && Date.now() < deadline) await sleep(20);
}
