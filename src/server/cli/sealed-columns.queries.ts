import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** A text column with sealed (encrypted) values, and the column that identifies the row. */
export type SealedColumn = {
  table: string;
  key: string;
  column: string;
  /** The purpose for which the value in the row with this key is sealed. */
  purposeOf: (key: string) => string;
};

/** The values of up to `limit` rows after the row `afterKey`, in the order of the rows' keys. */
export async function findSealedValues(
  db: Db,
  { table, key, column }: SealedColumn,
  afterKey: string,
  limit: number,
): Promise<{ key: string; sealed: string }[]> {
  const { rows } = await sql<{ key: string; sealed: string }>`
    select ${sql.ref(key)}::text as key, ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${sql.ref(key)}::text > ${afterKey}
    order by ${sql.ref(key)}::text limit ${limit}`.execute(db);
  return rows;
}

/**
 * @returns false if the value has changed since it was read; the new value was sealed with the current encryption key
 */
export async function replaceSealedValue(
  db: Db,
  { table, key, column }: SealedColumn,
  row: { key: string; sealed: string },
  renewed: string,
): Promise<boolean> {
  const result = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${renewed}
    where ${sql.ref(key)}::text = ${row.key} and ${sql.ref(column)} = ${row.sealed}`.execute(db);
  return result.numAffectedRows === 1n;
}
