import type { Db } from '../../db/database.ts';

/** Up to when events were asked for; undefined before the first time. */
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

/** Which of these events are done with, or failed so often that they wait for a person. */
export async function findFinishedEvents(
  db: Db,
  ids: readonly string[],
  mostAttempts: number,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('stripe_events')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('status', '<>', 'received'), eb('attempts', '>=', mostAttempts)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
