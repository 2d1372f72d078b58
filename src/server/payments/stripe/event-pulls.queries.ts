import type { Db } from '../../platform/db/database.ts';

/** The time up to which the pull with this name has read from Stripe; undefined if nothing is stored. */
export async function findSeenUntil(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('stripe_event_pulls')
    .select('seen_until')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.seen_until;
}

export async function storeSeenUntil(db: Db, name: string, seenUntil: Date): Promise<void> {
  await db
    .insertInto('stripe_event_pulls')
    .values({ name, seen_until: seenUntil })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seen_until: seenUntil }))
    .execute();
}

/** Deletes a finished pull. */
export async function deletePull(db: Db, name: string): Promise<void> {
  await db.deleteFrom('stripe_event_pulls').where('name', '=', name).execute();
}
