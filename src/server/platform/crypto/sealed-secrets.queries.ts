import type { Db } from '../db/database.ts';

export async function findSealedSecret(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sealed_secrets')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.sealed;
}

/** Does not overwrite an existing value. */
export async function insertSealedSecret(db: Db, name: string, sealed: string): Promise<void> {
  await db
    .insertInto('sealed_secrets')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
