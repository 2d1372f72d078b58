import { sql } from 'kysely';
import { type Db, inTransaction, type Trx } from '../platform/db/database.ts';
import { type SeedSize, seedPeople } from './seed-people.ts';
import { seedSales } from './seed-sales.ts';
import { idSql } from './seed-sql.ts';

/**
 * Tables with many rows. Their indexes are dropped before the rows are inserted, and built again afterwards, except
 * those of primary keys and of unique constraints that a foreign key references.
 */
const largeTables = ['users', 'uploads', 'kyc_applications', 'purchases', 'billing_payments', 'audit_log'];

/**
 * Fills a database with a synthetic academy in one transaction. Accounts have no password, and identity documents have
 * no images; access rules and figures work as for real data.
 * @param onStep - called after each step
 * @throws Error if this seed was inserted already
 */
export async function seedAcademy(db: Db, size: SeedSize, onStep: (step: string) => void): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`set local maintenance_work_mem = '512MB'`.execute(trx);
    await sql`set local work_mem = '256MB'`.execute(trx);
    await rejectRepeatedSeed(trx, size.seed);
    const indexes = [...(await dropUniqueConstraints(trx)), ...(await dropIndexes(trx))];
    for (const statement of [...seedPeople(size), ...seedSales(size)]) {
      const { numAffectedRows } = await sql.raw(statement).execute(trx);
      onStep(`${numAffectedRows} rows in ${/into (\w+)/.exec(statement)?.[1]}`);
    }
    for (const index of indexes) await sql.raw(index).execute(trx);
    onStep(`${indexes.length} indexes`);
  });
  await sql`vacuum analyze`.execute(db);
  onStep('statistics');
}

async function rejectRepeatedSeed(trx: Trx, seed: number): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from subscriptions where id like ${`sub_seed${seed}\\_%`})
      or exists (select 1 from users where id = ${sql.raw(idSql(seed, 'user', '1'))}) as found`.execute(trx);
  if (rows[0]?.found)
    throw new Error(`This database contains the academy of seed ${seed} already: choose another --seed.`);
}

/**
 * Drops the large tables' unique constraints that no foreign key depends on.
 * @returns the statements that re-create them
 */
async function dropUniqueConstraints(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    where c.contype = 'u' and c.connamespace = 'public'::regnamespace
      and c.conrelid::regclass::text = any(${largeTables})
      and not exists (select 1 from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`.execute(
    trx,
  );
  for (const { table, name } of rows) {
    await sql.raw(`alter table ${table} drop constraint "${name}"`).execute(trx);
  }
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint "${name}" ${definition}`,
  );
}

/** Drops all indexes of the large tables except those of constraints. @returns the statements that re-create them */
async function dropIndexes(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relname = any(${largeTables}) and t.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`.execute(trx);
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(trx);
  return rows.map(({ definition }) => definition);
}
