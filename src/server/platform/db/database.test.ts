import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../../testing/test-db.ts';
import { type Connection, inTransaction, type OpenDatabase, openDatabase } from './database.ts';
import { describeDatabaseError } from './errors.ts';

let database: OpenDatabase;
let connection: Connection;
let drop: () => Promise<void>;

beforeAll(async () => {
  const cloned = await cloneDatabase();
  ({ connection, drop } = cloned);
  database = openDatabase(connection, () => undefined, { max: 4, statementTimeoutMs: 1_000 });
});
afterAll(async () => {
  await database.close();
  await drop();
});

const person = (email: string) => ({ email, password_hash: 'x', first_name: 'A', last_name: 'B' });

describe('a transaction', () => {
  it('rejects a query on the root handle inside the transaction, and rolls back', async () => {
    await expect(
      inTransaction(database.db, async (trx) => {
        await trx.insertInto('users').values(person('in@example.test')).execute();
        await database.db.insertInto('users').values(person('stray@example.test')).execute();
      }),
    ).rejects.toThrow(/root database handle/);
    const rows = await database.db
      .selectFrom('users')
      .select('email')
      .where('email', 'in', ['in@example.test', 'stray@example.test'])
      .execute();
    expect(rows).toEqual([]);
  });

  it('does not affect queries on the root handle outside the transaction', async () => {
    const start = Promise.withResolvers<void>();
    const outside = start.promise.then(() => database.db.selectFrom('users').select('id').limit(1).execute());
    await inTransaction(database.db, async (trx) => {
      start.resolve();
      await trx.selectFrom('users').select('id').limit(1).execute();
    });
    await expect(outside).resolves.toBeInstanceOf(Array);
  });

  it('times out slow statements, so that another query waits only briefly for a connection', async () => {
    const holders = Array.from({ length: 4 }, () =>
      inTransaction(database.db, (trx) => sql`select pg_sleep(5)`.execute(trx)).catch((error) => error),
    );
    const started = Date.now();
    const result = await database.db
      .selectFrom('users')
      .select('id')
      .execute()
      .catch((error) => error);
    // Either the statement timeout freed a connection in time, or the wait for a connection timed out.
    expect(Date.now() - started).toBeLessThan(4_000);
    if (result instanceof Error) expect(describeDatabaseError(result)?.code).toBe('database_unavailable');
    for (const error of await Promise.all(holders)) expect(describeDatabaseError(error)?.code).toBe('busy');
  });
});

describe('column values', () => {
  it('dates and timestamps are read as ISO text, and counts as numbers', async () => {
    const row = await database.db
      .insertInto('users')
      .values({
        ...person('dob@example.test'),
        date_of_birth: '2000-01-31',
        created_at: '2026-11-21T10:00:00.5Z',
      })
      .returning(['date_of_birth', 'created_at', 'updated_at'])
      .executeTakeFirstOrThrow();
    expect(row.date_of_birth).toBe('2000-01-31');
    expect(row.created_at).toBe('2026-11-21T10:00:00.500Z');
    expect(row.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { count } = await database.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(typeof count).toBe('number');
  });

  it('dates and timestamps are read as the same ISO text if the database has another date style and time zone', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
    const name = sql.id(rows[0]?.name ?? '');
    await sql`alter database ${name} set datestyle = 'German'`.execute(database.db);
    await sql`alter database ${name} set timezone = 'Asia/Kolkata'`.execute(database.db);
    const other = openDatabase(connection, () => undefined);
    const read = sql`select ${'2026-11-21T10:00:00Z'}::timestamptz as at, ${'2026-11-21'}::date as day`;
    expect((await read.execute(other.db)).rows).toEqual([
      { at: '2026-11-21T10:00:00.000Z', day: '2026-11-21' },
    ]);
    await other.close();
  });

  it.each([
    ['a NUL byte', sql`select ${'a\u0000b'}::text`],
    ['a wrong uuid', sql`select ${'x'}::uuid`],
    ['a number out of range', sql`select ${'99999999999'}::int`],
    ['an impossible day', sql`select ${'0000-99-99'}::date`],
  ])('%s is rejected as invalid input, not as an internal error', async (_name, query) => {
    const error = await query.execute(database.db).catch((rejection) => rejection);
    expect(describeDatabaseError(error)?.code).toBe('invalid_input');
  });
});

describe('table constraints', () => {
  it.each([
    [
      'an unknown role',
      sql`insert into users (email, password_hash, first_name, last_name, role) values ('r@x.test','x','a','b','root')`,
    ],
    [
      'a negative price',
      sql`insert into products (type, product_number, title, price_cents) values ('pdf', 900, 't', -1)`,
    ],
    [
      'an eleventh coaching plan',
      sql`insert into coaching_pdfs (pdf_number, title, required_plan) values (11, 't', 'gold')`,
    ],
    [
      'a completed purchase without the time of purchase',
      sql`insert into purchases (product_type, product_name, amount_cents, status) values ('pdf','x',1,'completed')`,
    ],
  ])('%s is rejected', async (_name, statement) => {
    await expect(statement.execute(database.db)).rejects.toMatchObject({ code: '23514' });
  });

  it('the audit log cannot be rewritten', async () => {
    await sql`insert into audit_log (action, subject_type, subject_id) values ('a','b','c')`.execute(
      database.db,
    );
    await expect(sql`update audit_log set action = 'z'`.execute(database.db)).rejects.toThrow(/append-only/);
    await expect(sql`delete from audit_log`.execute(database.db)).rejects.toThrow(/append-only/);
  });

  it('every foreign key has an index', async () => {
    const { rows } = await sql<{ key: string }>`
      select c.conrelid::regclass || '.' || a.attname as key
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and not exists (
          select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        )`.execute(database.db);
    expect(rows).toEqual([]);
  });
});
