import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { inClientSpan } from '../tracing.ts';
import { boundedPool } from './bounded-client.ts';
import { asDatabaseError } from './errors.ts';
import type { Database } from './schema.ts';

/** The first parameter of queries: the root handle or an open transaction. */
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

/** How to connect to Postgres: a URL, or the socket folder of the embedded Postgres. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; password: string; database: string };

export type OpenDatabase = { db: Db; pool: pg.Pool; close(): Promise<void> };

const openTransaction = new AsyncLocalStorage<true>();

/** @throws Error if the caller runs inside `inTransaction` */
export function rejectInsideTransaction(): void {
  if (!openTransaction.getStore()) return;
  throw new Error('The root database handle was used inside a transaction: pass the transaction on instead.');
}

/**
 * The root handle throws while its caller is inside a transaction. Otherwise, a write would commit independently and
 * survive a rollback, and waiting for a second connection could deadlock on an exhausted pool.
 */
class GuardedDriver extends PostgresDriver {
  readonly #watched = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    rejectInsideTransaction();
    const connection = await asOutage(() => super.acquireConnection());
    if (!this.#watched.has(connection)) {
      this.#watched.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (query) => asOutage(() => execute(query));
    }
    return connection;
  }
}

/** Passes on Postgres's own errors; any other error means that the database is unavailable. */
async function asOutage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asDatabaseError(error);
  }
}

class GuardedDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }
  override createDriver(): Driver {
    return new GuardedDriver({ pool: this.#pool });
  }
}

/**
 * Runs `work` in one transaction. Inside, only `trx` may be used; no network, hashing or file work. Kysely transactions
 * are opened only here.
 */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inClientSpan('transaction', { 'db.system.name': 'postgresql' }, () =>
    db.transaction().execute((trx) => openTransaction.run(true, () => work(trx))),
  );
}

const int8 = 20;
const date = 1082;
const timestamptz = 1184;

/** `2026-11-21 08:55:50.123456+00` → `2026-11-21T08:55:50.123Z`; the pool sets the format and UTC. */
function isoTimestamp(text: string): string {
  const [day, time] = text.split(' ');
  if (time === undefined) throw new Error(`Unexpected timestamp from Postgres: ${text}`);
  const [clock = '', fraction = ''] = time.replace(/\+00(:00)?$/, '').split('.');
  return `${day}T${clock}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

function checkedNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
}

/** Timestamps and dates stay text, because creating `Date` objects is slow; bigints become checked numbers. */
function parserFor(oid: number): ((text: string) => unknown) | undefined {
  if (oid === timestamptz) return isoTimestamp;
  if (oid === date) return (text) => text;
  if (oid === int8) return checkedNumber;
  return undefined;
}

/** How long a query waits for Postgres: longer than the statement timeout, so that Postgres's own error comes first. */
export const queryTimeoutMs = 12_000;

/** 0 disables a time limit. If `statementTimeoutMs` is 0, `queryTimeoutMs` is 0 by default, too. */
export type PoolLimits = {
  max?: number;
  statementTimeoutMs?: number;
  idleInTransactionMs?: number;
  queryTimeoutMs?: number;
};

/**
 * Opens a pool with these limits, and a Kysely handle that uses the pool.
 * @param onIdleError - called when an idle connection breaks, e.g. when Postgres restarts; the pool recovers by itself.
 */
export function openDatabase(
  connection: Connection,
  onIdleError: (error: Error) => void,
  limits: PoolLimits = {},
): OpenDatabase {
  const pool = new pg.Pool({
    ...('url' in connection ? { connectionString: connection.url } : connection),
    max: limits.max ?? 10,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    // Detects an idle connection with a dead peer within minutes instead of when it is next used.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: applicationName,
    // `academy.direct` shows that Postgres received these settings: a connection pooler ignores them.
    options: `-c academy.direct=on -c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=${limits.statementTimeoutMs ?? 10_000} -c lock_timeout=3000 -c idle_in_transaction_session_timeout=${limits.idleInTransactionMs ?? 10_000}`,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parserFor(oid)) || pg.types.getTypeParser(oid, format),
    },
  });
  pool.on('error', onIdleError);
  // A connection that breaks in use rejects its query; without a listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const timeoutMs = limits.queryTimeoutMs ?? (limits.statementTimeoutMs === 0 ? 0 : queryTimeoutMs);
  const bounded = timeoutMs > 0 ? boundedPool(pool, timeoutMs) : pool;
  const db = new Kysely<Database>({ dialect: new GuardedDialect(bounded) });
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // Kysely does not end a pool that it never used.
      if (!pool.ended) await pool.end();
    },
  };
}

/** Distinguishes this process's connections from those of other processes on the same machine. */
const applicationName = `poker-academy:${process.pid}`;
