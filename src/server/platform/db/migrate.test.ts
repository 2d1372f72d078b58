import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/http-client.ts';
import { databaseUrlOf, withDatabase } from '../../../testing/postgres-url.ts';
import { endAll, type ServerProcess, startServer } from '../../../testing/server-process.ts';
import { root } from '../../../testing/sources.ts';
import { createTestApp, testPassword } from '../../../testing/test-app.ts';
import { cloneDatabase, emptyDatabase } from '../../../testing/test-db.ts';
import { type Connection, openDatabase } from './database.ts';
import { listMigrations, migrateDatabase, migrateToLatest } from './migrate.ts';
import type { MigrationCommand } from './testing/migrating-child.ts';

const servers: ServerProcess[] = [];
const drops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endAll(servers);
  for (const drop of drops.splice(0)) await drop();
});

async function makeDatabase(make: typeof emptyDatabase): Promise<Connection> {
  const { connection, drop } = await make();
  drops.push(drop);
  return connection;
}

async function query<Row extends pg.QueryResultRow>(connection: Connection, text: string): Promise<Row[]> {
  const client = new pg.Client('url' in connection ? { connectionString: connection.url } : connection);
  await client.connect();
  return client.query<Row>(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error: unknown) => client.end().then(() => Promise.reject(error)),
  );
}

/** Every column, index and constraint, as text. */
async function schemaOf(connection: Connection): Promise<string[]> {
  const rows = await query<{ line: string }>(
    connection,
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select name from kysely_migration order by line`,
  );
  return rows.map(({ line }) => line);
}

describe('migrations', () => {
  it('run once when three servers start concurrently on an empty database', async () => {
    const connection = await makeDatabase(emptyDatabase);
    const admin = { ADMIN_EMAIL: 'admin@academy.test', ADMIN_PASSWORD: 'admin of the academy' };
    servers.push(
      ...(await Promise.all(Array.from({ length: 3 }, () => startServer(connection, { env: admin })))),
    );
    await Promise.all(servers.map((server) => server.ready()));
    const migrated = servers.flatMap((server) =>
      server.lines().filter(({ msg }) => msg === 'database migrated'),
    );
    expect(migrated).toHaveLength(1);
    const { known } = await listMigrations(openedFor(connection));
    expect(migrated[0]?.migrations).toEqual(known);
    expect(await query(connection, 'select role from users')).toEqual([{ role: 'admin' }]);
    expect(await query(connection, 'select count(*)::int as keys from sealed_secrets')).toEqual([
      { keys: 1 },
    ]);
    // On a busy machine, a readiness probe can time out; that is not an error of the migrations.
    const errors = servers.flatMap((server) =>
      server.lines().filter(({ level, msg }) => Number(level) >= 50 && msg !== 'not ready'),
    );
    expect(errors).toEqual([]);
  });

  it('complete at the next attempt after the process was killed while they ran', async () => {
    const expected = await schemaOf(await makeDatabase(cloneDatabase));
    const script = fileURLToPath(new URL('./testing/migrating-child.ts', import.meta.url));
    const counted = await migrateIn(script, { connection: await makeDatabase(emptyDatabase) });
    expect(counted.statements).toBeGreaterThan(100);
    for (const share of [0, 0.3, 0.7, 1]) {
      const connection = await makeDatabase(emptyDatabase);
      const killAt = Math.max(1, Math.round(counted.statements * share));
      expect(await migrateIn(script, { connection, killAt })).toMatchObject({ signal: 'SIGKILL' });
      await migrateDatabase(connection, { warn: () => undefined });
      expect(await schemaOf(connection)).toEqual(expected);
    }
  });

  it('wait for the migrations of another server for longer than the statement timeout', async () => {
    const connection = await makeDatabase(cloneDatabase);
    // Holds Kysely's own lock, like a server that is migrating.
    const other = new pg.Client('url' in connection ? { connectionString: connection.url } : connection);
    await other.connect();
    await other.query('delete from kysely_migration where name = (select max(name) from kysely_migration)');
    await other.query('select pg_advisory_lock(3853314791062309107)');
    let isDone = false;
    const waiting = migrateDatabase(connection, { warn: () => undefined }).catch((error: Error) => error);
    const settled = waiting.finally(() => {
      isDone = true;
    });
    // Statements outside of migrations are canceled after 10 seconds.
    await new Promise((resolve) => setTimeout(resolve, 11_500));
    expect(isDone).toBe(false);
    await query(connection, `insert into kysely_migration select '${await newestMigration()}', now()::text`);
    await other.end();
    await settled;
    expect(await waiting).toEqual([]);
  });

  it('are retried if another connection has locked a table', async () => {
    const connection = await makeDatabase(cloneDatabase);
    const busy = new pg.Client('url' in connection ? { connectionString: connection.url } : connection);
    await busy.connect();
    const newest = await newestMigration();
    // The newest migration is pending, but another connection has locked the table that lists the migrations.
    await busy.query(`delete from kysely_migration where name = '${newest}'`);
    await busy.query('begin; lock table kysely_migration in access exclusive mode');
    const warnings: string[] = [];
    const migrating = migrateDatabase(connection, { warn: (_facts, message) => void warnings.push(message) });
    const outcome = migrating.catch((error: Error) => error);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await busy.query(`insert into kysely_migration select '${newest}', now()::text`);
    await busy.query('commit');
    await busy.end();
    expect(await outcome).toEqual([]);
    expect(warnings).toContain('a migration is retried after a lock conflict');
  });

  it('are retried after a deadlock', async () => {
    const connection = await makeDatabase(emptyDatabase);
    // Kysely records each migration in its transaction. Sequences are not rolled back, so only the first attempt fails.
    await query(
      connection,
      `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
       create sequence attempts;
       create function end_first_attempt() returns trigger language plpgsql as $$ begin
         if nextval('attempts') = 1 then raise exception using errcode = 'deadlock_detected'; end if;
         return new;
       end $$;
       create trigger first_attempt before insert on kysely_migration
         for each row execute function end_first_attempt()`,
    );
    const warnings: string[] = [];
    const migrations = await migrateDatabase(connection, {
      warn: (_facts, message) => void warnings.push(message),
    });
    expect(migrations).toContain(await newestMigration());
    expect(warnings).toEqual(['a migration is retried after a lock conflict']);
  });

  it('do not start in a new database whose encoding is not UTF8', async () => {
    const server = await makeDatabase(emptyDatabase);
    const name = `ascii_${process.pid}`;
    await query(server, `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    drops.unshift(async () => void (await query(server, `drop database ${name}`)));
    const migrating = migrateDatabase(withDatabase(server, name), { warn: () => undefined });
    await expect(migrating).rejects.toThrow(/SQL_ASCII; the academy needs UTF8/);
  });

  it('fail through a pooler that ignores the connection settings, unless the database has them and no migration is pending', async () => {
    const direct = await makeDatabase(cloneDatabase);
    const url = new URL(databaseUrlOf(direct));
    // Replaces the settings that the pool requests, as if a pooler ignored them.
    url.searchParams.set('options', '-c application_name=pooler');
    const migrate = () => migrateDatabase({ url: url.toString() }, { warn: () => undefined });
    const set = (settings: string[]) =>
      query(
        direct,
        settings.map((setting) => `alter database ${url.pathname.slice(1)} set ${setting}`).join(';'),
      );
    const settings = {
      DateStyle: ["'German'", "'ISO'"],
      TimeZone: ["'Asia/Kolkata'", "'UTC'"],
      idle_in_transaction_session_timeout: ['0', "'10s'"],
      lock_timeout: ['0', "'3s'"],
      statement_timeout: ['0', "'10s'"],
    };
    await set(Object.entries(settings).map(([name, [wrong]]) => `${name} = ${wrong}`));
    const names = Object.keys(settings).join(', ');
    await expect(migrate()).rejects.toThrow(`${names}. docs/scaling.md lists them under Connections.`);
    await set(Object.entries(settings).map(([name, [, right]]) => `${name} = ${right}`));
    expect(await migrate()).toEqual([]);
    await query(direct, 'delete from kysely_migration where name = (select max(name) from kysely_migration)');
    await expect(migrate()).rejects.toThrow(
      /Run `npm run migrate`, .* with a DATABASE_URL that leads to Postgres/,
    );
    await set(['statement_timeout = 0']);
    await expect(migrate()).rejects.toThrow('needs: statement_timeout. docs');
  });

  /** What `show statement_timeout` returns on the connection of `npm run migrate`. */
  async function statementTimeoutIn(databaseUrl: string): Promise<string> {
    const script = `
      import { sql } from 'kysely';
      import config from './kysely.config.ts';
      const db = await config.kysely();
      const { rows } = await sql\`show statement_timeout\`.execute(db);
      console.log(rows[0].statement_timeout);
      await db.destroy();`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { cwd: root, env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: databaseUrl } },
    );
    return stdout.trim();
  }

  it('have no statement timeout in `npm run migrate`', async () => {
    expect(await statementTimeoutIn(databaseUrlOf(await makeDatabase(emptyDatabase)))).toBe('0');
  });

  it('are rejected by `npm run migrate` on a connection through a pooler, with a sentence and no stack', async () => {
    const direct = await makeDatabase(cloneDatabase);
    const url = new URL(databaseUrlOf(direct));
    url.searchParams.set('options', '-c application_name=pooler');
    const settings = [
      "timezone = 'UTC'",
      "datestyle = 'ISO'",
      "statement_timeout = '10s'",
      "lock_timeout = '3s'",
      "idle_in_transaction_session_timeout = '10s'",
    ];
    const name = url.pathname.slice(1);
    await query(direct, settings.map((setting) => `alter database ${name} set ${setting}`).join(';'));
    // Even without pending migrations, Kysely takes the migration lock.
    await expect(statementTimeoutIn(url.toString())).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database cannot be migrated through a connection pooler.*\n$/),
    });
  });
});

describe('servers of different versions', () => {
  it('an older server does not start on a newer database, and logs the reason', async () => {
    const connection = await makeDatabase(cloneDatabase);
    await query(connection, "insert into kysely_migration values ('2099-01-01T0000-later', now()::text)");
    const server = await startServer(connection);
    servers.push(server);
    expect((await server.ended).code).toBe(1);
    expect(server.output()).toMatch(/newer version of the academy.*2099-01-01T0000-later/s);
    expect(server.output()).not.toMatch(/postgres:\/\//);
  });

  it('a running older server continues while a newer one migrates the database', async () => {
    const test = await createTestApp();
    try {
      const user = await test.createUser({ password: testPassword });
      const client = await signIn(test.app, user);
      const statuses: number[] = [];
      let isStopped = false;
      const using = (async () => {
        for (let count = 0; !isStopped; count += 1) {
          const body = { firstName: 'Ada', lastName: `Lovelace ${count}` };
          statuses.push((await client.request('PUT', `/api/user/${user.userId}`, body)).statusCode);
          statuses.push((await client.request('GET', '/api/products')).statusCode);
          statuses.push((await test.app.inject('/readyz')).statusCode);
        }
      })();
      // An expanding migration adds tables, indexes, and columns with defaults.
      await sql`alter table users add column later_note text not null default 'later'`.execute(test.deps.db);
      await sql`create table later_things (id uuid primary key, user_id uuid references users (id))`.execute(
        test.deps.db,
      );
      await sql`create index later_things_user on later_things (user_id)`.execute(test.deps.db);
      await sql`insert into kysely_migration values ('2099-01-01T0000-later', now()::text)`.execute(
        test.deps.db,
      );
      const before = statuses.length;
      await expect.poll(() => statuses.length).toBeGreaterThan(before + 12);
      isStopped = true;
      await using;
      expect(new Set(statuses)).toEqual(new Set([200]));
      const registered = await test.createUser();
      expect(registered.userId).toBeTruthy();
    } finally {
      await test.close();
    }
  });
});

const opened: ReturnType<typeof openDatabase>[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
function openedFor(connection: Connection) {
  const database = openDatabase(connection, () => undefined);
  opened.push(database);
  return database.db;
}

async function newestMigration(): Promise<string> {
  const { known } = await listMigrations(openedFor(await makeDatabase(emptyDatabase)));
  return known.at(-1) ?? '';
}

type Outcome = { statements: number; signal: NodeJS.Signals | null };

/** Migrates in a separate process, which kills itself at statement `killAt` if the command contains it. */
async function migrateIn(script: string, command: MigrationCommand): Promise<Outcome> {
  const child = fork(script, { execArgv: [], env: {}, stdio: 'inherit' });
  let statements = 0;
  child.on('message', (count) => {
    statements = Number(count);
  });
  child.send(command);
  const [, signal] = await once(child, 'exit');
  return { statements, signal };
}

describe('migrateToLatest', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-migrations-'));
    await fs.writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterEach(() => fs.rm(folder, { recursive: true }));

  const addTable = (table: string) =>
    `export const up = (db) => db.schema.createTable('${table}').addColumn('id', 'integer').execute();`;
  const write = (name: string, text: string) => fs.writeFile(path.join(folder, `${name}.ts`), text);
  const tablesOf = async (connection: Connection) =>
    (
      await query<{ name: string }>(
        connection,
        "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1",
      )
    ).map(({ name }) => name);

  it('runs only new migrations, in the order of their names', async () => {
    const connection = await makeDatabase(emptyDatabase);
    const db = openedFor(connection);
    await write('2026-01-02T0000-second', addTable('second'));
    await write('2026-01-01T0000-first', addTable('first'));
    expect(await migrateToLatest(db, folder)).toEqual(['2026-01-01T0000-first', '2026-01-02T0000-second']);
    expect(await migrateToLatest(db, folder)).toEqual([]);
    await write('2026-01-03T0000-third', addTable('third'));
    expect(await migrateToLatest(db, folder)).toEqual(['2026-01-03T0000-third']);
    expect(await tablesOf(connection)).toEqual(['first', 'second', 'third']);
  });

  it('leaves no changes of any migration when one of them fails', async () => {
    const connection = await makeDatabase(emptyDatabase);
    const db = openedFor(connection);
    await write('2026-01-01T0000-first', addTable('first'));
    await write(
      '2026-01-02T0000-second',
      `${addTable('second')}\n`.replace('export const up', 'const add') +
        "export async function up(db) { await add(db); throw new Error('no second'); }",
    );
    await expect(migrateToLatest(db, folder)).rejects.toMatchObject({ cause: { message: 'no second' } });
    expect(await tablesOf(connection)).toEqual([]);
    expect((await listMigrations(db, folder)).executed).toEqual([]);
  });

  it('runs each migration once when two servers start concurrently', async () => {
    const connection = await makeDatabase(emptyDatabase);
    await write('2026-01-01T0000-first', addTable('first'));
    const ran = await Promise.all([1, 2].map(() => migrateToLatest(openedFor(connection), folder)));
    expect(ran.flat()).toEqual(['2026-01-01T0000-first']);
  });

  it('rejects a database with unknown migrations, and names them', async () => {
    const db = openedFor(await makeDatabase(emptyDatabase));
    await write('2026-01-01T0000-first', addTable('first'));
    await write('2026-01-02T0000-second', addTable('second'));
    await migrateToLatest(db, folder);
    await fs.rm(path.join(folder, '2026-01-02T0000-second.ts'));
    await expect(migrateToLatest(db, folder)).rejects.toThrow(/newer version.*2026-01-02T0000-second/);
  });
});
