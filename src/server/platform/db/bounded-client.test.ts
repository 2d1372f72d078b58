import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresProxy } from '../../../testing/postgres-proxy.ts';
import { cloneDatabase } from '../../../testing/test-db.ts';
import type { TestDatabase } from '../../../testing/test-postgres.ts';
import { inTransaction, type OpenDatabase, openDatabase } from './database.ts';
import { describeDatabaseError } from './errors.ts';

let cloned: TestDatabase;
let proxy: Awaited<ReturnType<typeof openPostgresProxy>>;
let database: OpenDatabase;

beforeAll(async () => {
  cloned = await cloneDatabase();
  proxy = await openPostgresProxy(cloned.connection);
  database = openDatabase(proxy.through, () => undefined, { max: 2, queryTimeoutMs: 500 });
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await cloned.drop();
});

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'completed',
    (error: unknown) => describeDatabaseError(error)?.code ?? String(error),
  );
}

const ask = () => outcomeOf(sql`select 1`.execute(database.db));

describe('a connection', () => {
  it('is discarded, even in a transaction, if Postgres stops responding; all waiting queries are rejected', async () => {
    expect(await Promise.all([ask(), ask()])).toEqual(['completed', 'completed']);
    const inside = Promise.withResolvers<void>();
    const transaction = outcomeOf(
      inTransaction(database.db, async (trx) => {
        await sql`select 1`.execute(trx);
        proxy.set('mute');
        inside.resolve();
        await sql`select 2`.execute(trx);
      }),
    );
    await inside.promise;
    expect(await Promise.all([transaction, ask()])).toEqual(['database_unavailable', 'database_unavailable']);

    proxy.set('open');
    await expect.poll(ask).toBe('completed');
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill('completed'));
    expect(database.pool.totalCount).toBeLessThanOrEqual(2);
  });

  it('is discarded if it leads to a database that accepts only reads; writes succeed once the database accepts them', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
    const name = sql.id(rows[0]?.name ?? '');
    const write = () => outcomeOf(sql`update users set role = role where false`.execute(database.db));
    const other = openDatabase(cloned.connection, () => undefined);
    expect(await write()).toBe('completed');
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(other.db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
    await expect.poll(ask).toBe('completed');
    expect(await write()).toBe('database_unavailable');
    await sql`alter database ${name} reset default_transaction_read_only`.execute(other.db);
    await other.close();
    expect(await Promise.all([write(), write()])).toEqual(['completed', 'completed']);
  });

  it('completes a slow statement that stays within the time limit', async () => {
    expect(await outcomeOf(sql`select pg_sleep(0.3)`.execute(database.db))).toBe('completed');
  });
});
