import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../../testing/test-db.ts';
import type { TestDatabase } from '../../../testing/test-postgres.ts';
import { createDataLoader } from './data-loader.ts';
import { inTransaction, type OpenDatabase, openDatabase } from './database.ts';

describe('a DataLoader', () => {
  let cloned: TestDatabase;
  let database: OpenDatabase;
  beforeAll(async () => {
    cloned = await cloneDatabase();
    database = openDatabase(cloned.connection, () => undefined);
  });
  afterAll(async () => {
    await database.close();
    await cloned.drop();
  });

  it('returns to each caller the value of the requested key, and reads each key once', async () => {
    const reads: string[][] = [];
    const load = createDataLoader(async (_db, keys) => {
      reads.push([...keys]);
      return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `of ${key}`]));
    });
    const keys = ['a', 'b', 'a', 'nobody', 'c'];
    expect(await Promise.all(keys.map((key) => load(database.db, key)))).toEqual([
      'of a',
      'of b',
      'of a',
      undefined,
      'of c',
    ]);
    expect(reads).toEqual([['a', 'b', 'nobody', 'c']]);
  });

  it('never returns the result of a read that began before the call', async () => {
    let value = 0;
    const open = Promise.withResolvers<void>();
    const load = createDataLoader(async (_db, keys) => {
      const seen = value;
      if (seen === 0) await open.promise;
      return new Map(keys.map((key) => [key, seen]));
    });
    const first = load(database.db, 'it');
    await new Promise((resolve) => setTimeout(resolve, 20));
    value = 1;
    const second = load(database.db, 'it');
    open.resolve();
    expect([await first, await second]).toEqual([0, 1]);
  });

  it('if a read fails, rejects all calls that wait for it, and reads again for the next call', async () => {
    let reads = 0;
    const load = createDataLoader(async (_db, keys) => {
      reads += 1;
      if (reads === 1) throw new Error('unavailable');
      return new Map(keys.map((key) => [key, reads]));
    });
    const results = await Promise.allSettled([load(database.db, 'a'), load(database.db, 'b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await load(database.db, 'a')).toBe(2);
  });

  it('reads each database separately, and rejects a caller inside a transaction', async () => {
    const load = createDataLoader(async (db, keys) => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
      return new Map(keys.map((key) => [key, rows[0]?.name]));
    });
    const clone = await cloneDatabase();
    const other = openDatabase(clone.connection, () => undefined);
    const names = await Promise.all([load(database.db, 'name'), load(other.db, 'name')]);
    expect(new Set(names).size).toBe(2);
    await other.close();
    await clone.drop();
    await inTransaction(database.db, async () => {
      expect(() => load(database.db, 'name')).toThrow('inside a transaction');
    });
  });
});
