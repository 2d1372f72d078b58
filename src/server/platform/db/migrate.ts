import { promises as fs } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { FileMigrationProvider, type MigrationResultSet, Migrator } from 'kysely/migration';
import { StartupError } from '../startup-error.ts';
import { type Connection, type Db, openDatabase, type PoolLimits } from './database.ts';
import { isPostgresError } from './errors.ts';

const academyMigrations = fileURLToPath(new URL('../../../../migrations', import.meta.url));

function createMigrator(db: Db, migrationFolder: string): Migrator {
  return new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder, import: (file) => import(file) }),
  });
}

/** The database was migrated by a newer version of the academy. */
class NewerDatabase extends StartupError {
  override readonly name = 'NewerDatabase';
  constructor(unknown: readonly string[]) {
    super(
      'This database is from a newer version of the academy: it has these migrations, which this version does not ' +
        `know: ${unknown.join(', ')}. Start the newer version, or restore a backup that was made before the upgrade.`,
    );
  }
}

/**
 * Migrates the schema to the latest version. Kysely takes an advisory lock, so that several servers may start together.
 * @returns the names of the migrations that ran
 * @throws NewerDatabase if the database has migrations that this version does not know; StartupError if the database is
 * new and its encoding is not UTF8; Error if a migration fails
 */
export async function migrateToLatest(db: Db, folder = academyMigrations): Promise<string[]> {
  return run(db, folder, (migrator) => migrator.migrateToLatest());
}

/**
 * Runs the migrations up to and including `target`, for a restore.
 * @throws like `migrateToLatest`, and if the database has newer migrations than `target`
 */
export async function migrateUpTo(db: Db, target: string): Promise<string[]> {
  const { executed } = await listMigrations(db);
  const later = executed.filter((name) => name > target);
  if (later.length > 0)
    throw new Error(`The database has migrations newer than ${target}: ${later.join(', ')}.`);
  if (executed.includes(target)) return [];
  return run(db, academyMigrations, (migrator) => migrator.migrateTo(target));
}

async function run(
  db: Db,
  folder: string,
  migrate: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
  // The migration files are loaded only if there are pending migrations.
  if ((await listPending(db, folder)).length === 0) return [];
  const { error, results } = await migrate(createMigrator(db, folder));
  if (error) {
    // Throws if the reason is that a newer server has migrated the database further in the meantime.
    await listPending(db, folder);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database could not be migrated: ${reason}`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** The migrations that have not run yet. @throws as `migrateToLatest`, for a database that this version cannot use */
async function listPending(db: Db, folder: string): Promise<string[]> {
  const { known, executed } = await listMigrations(db, folder);
  if (executed.length === 0) await requireUtf8(db);
  const unknown = executed.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  return known.filter((name) => !executed.includes(name));
}

/**
 * Rejects a database of another encoding: Postgres creates one as SQL_ASCII if the machine has no locale, and then
 * counts and compares bytes instead of characters.
 * @throws StartupError
 */
export async function requireUtf8(db: Db): Promise<void> {
  const { rows } = await sql<{
    encoding: string;
  }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new StartupError(
    `The database has the encoding ${encoding}; the academy needs UTF8. Create the database again with: ` +
      "create database academy owner academy encoding 'UTF8' template template0",
  );
}

/** The migrations of this version, and those that ran on the database, including unknown ones. Both sorted by name. */
export async function listMigrations(
  db: Db,
  folder = academyMigrations,
): Promise<{ known: string[]; executed: string[] }> {
  const known = (await fs.readdir(folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted();
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!tables[0]?.exists) return { known, executed: [] };
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return { known, executed: rows.map(({ name }) => name) };
}

/** Postgres's error codes `lock_not_available` and `deadlock_detected`. */
const busyCodes = ['55P03', '40P01'];
const maxAttempts = 5;

/**
 * Connections that migrate have no time limits for statements and idle transactions. Such limits would end a long
 * migration, or the wait for the migration of another server.
 */
export const migrationLimits: PoolLimits = { max: 2, statementTimeoutMs: 0, idleInTransactionMs: 0 };

/**
 * No migration may run through a connection pooler, because the release of its lock may be sent on another connection
 * to Postgres. Kysely takes this lock even if no migration is pending.
 * @throws StartupError if a pooler, such as PgBouncer, ignored the settings that the pool requests
 */
export async function requireDirect(db: Db): Promise<void> {
  if (await isDirect(db)) return;
  throw new StartupError(
    'The database cannot be migrated through a connection pooler. Run `npm run migrate`, or the restore of a backup, ' +
      'with a DATABASE_URL that leads to Postgres itself.',
  );
}

async function isDirect(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isDirect: boolean }>`
    select coalesce(current_setting('academy.direct', true), '') = 'on' as "isDirect"`.execute(db);
  return rows[0]?.isDirect === true;
}

/**
 * Checks that the settings that the pool requests are in effect. If a pooler ignored them, the database role must have
 * them, because times would otherwise be in another time zone, and statements would have no time limit.
 * @throws StartupError if a setting is missing, or if migrations are pending on a connection through a pooler
 */
async function requireSettings(db: Db): Promise<void> {
  if (await isDirect(db)) return;
  const { rows: missing } = await sql<{ name: string }>`
    select name from pg_settings where (name = 'TimeZone' and setting <> 'UTC')
      or (name = 'DateStyle' and setting not like 'ISO%')
      or (name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0')
    order by name`.execute(db);
  if (missing.length > 0) {
    throw new StartupError(
      'DATABASE_URL leads to a connection pooler, and its database role does not have these settings, which the ' +
        `academy needs: ${missing.map(({ name }) => name).join(', ')}. docs/scaling.md lists them under Connections.`,
    );
  }
  if ((await listPending(db, academyMigrations)).length > 0) await requireDirect(db);
}

/**
 * `migrateToLatest` on separate connections. Waits for the migrations of other servers, up to Kysely's limit of an
 * hour. A migration that cannot lock a table within three seconds, or that Postgres ends because of a deadlock, is
 * rolled back and retried a few times, so that the queries of running servers queue behind it only briefly.
 * @throws as `migrateToLatest`, and StartupError if a connection pooler ignores the settings of the connection
 */
export async function migrateDatabase(
  connection: Connection,
  log: { warn(facts: object, message: string): void },
): Promise<string[]> {
  const database = openDatabase(
    connection,
    (error) => log.warn({ err: error }, 'a database connection broke'),
    migrationLimits,
  );
  try {
    await requireSettings(database.db);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await migrateToLatest(database.db);
      } catch (error) {
        if (attempt === maxAttempts || !isBusy(error)) throw error;
        log.warn({ attempt }, 'a migration is retried after a lock conflict');
        await sleep(1_000 * attempt);
      }
    }
  } finally {
    await database.close();
  }
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return isPostgresError(cause) && busyCodes.includes(cause.code);
}

/** Whether all migrations of this version have run, for the readiness check. Ignores those of a newer version. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { known, executed } = await listMigrations(db);
  const done = new Set(executed);
  return known.every((name) => done.has(name));
}
