import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { StripeEventsTable } from '../db/schema.ts';

/** Stores the event unless it is known, and tells how far it is. One statement for both (PAY-3, PAY-13). */
export async function receiveStripeEvent(
  db: Db,
  event: Insertable<StripeEventsTable>,
): Promise<Pick<Selectable<StripeEventsTable>, 'status'>> {
  return (
    db
      .insertInto('stripe_events')
      .values(event)
      // An update that changes nothing makes the known row come back.
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({ type: eb.ref('excluded.type') })),
      )
      .returning('stripe_events.status as status')
      .executeTakeFirstOrThrow()
  );
}

export async function markStripeEventDone(
  db: Db,
  id: string,
  outcome: { status: 'processed' | 'ignored'; reason: string | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('stripe_events')
    .set((eb) => ({
      status: outcome.status,
      reason: outcome.reason,
      processed_at: now,
      attempts: eb('attempts', '+', 1),
      last_error: null,
    }))
    .where('id', '=', id)
    .where('status', '=', 'received')
    .execute();
}

/** The event stays `received`: Stripe sends it again. */
export async function markStripeEventFailed(db: Db, id: string, error: string): Promise<void> {
  await db
    .updateTable('stripe_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error.slice(0, 500) }))
    .where('id', '=', id)
    .where('status', '=', 'received')
    .execute();
}
