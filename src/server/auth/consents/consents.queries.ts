import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockKey } from '../../platform/db/lock-key.ts';
import type { ConsentsTable } from '../../platform/db/tables/privacy-tables.ts';

export async function insertConsents(trx: Trx, consents: Insertable<ConsentsTable>[]): Promise<void> {
  await trx.insertInto('consents').values(consents).execute();
}

/** The latest version of each text that the user accepted. */
export async function findAcceptedVersions(db: Db | Trx, userId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('consents')
    .select((eb) => ['kind', eb.fn.max('version').as('version')])
    .where('user_id', '=', userId)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, version }) => [kind, version]));
}

/** Serializes the acceptances of a user until the transaction ends. */
export async function lockConsents(trx: Trx, userId: string): Promise<void> {
  await lockKey(trx, `consents:${userId}`);
}
