import type { Insertable } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { ConsentsTable } from '../db/tables/privacy-tables.ts';

export async function insertConsents(trx: Trx, consents: Insertable<ConsentsTable>[]): Promise<void> {
  await trx.insertInto('consents').values(consents).execute();
}
