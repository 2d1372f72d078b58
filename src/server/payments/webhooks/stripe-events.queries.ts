import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { StripeEventsTable } from '../../platform/db/tables/payment-tables.ts';
import type { EventOutcome } from './event-outcome.ts';

/** Stores the event unless it is known, and returns its status, in one statement. */
export async function receiveStripeEvent(
  db: Db,
  event: Insertable<StripeEventsTable>,
): Promise<Pick<Selectable<StripeEventsTable>, 'status'>> {
  return (
    db
      .insertInto('stripe_events')
      .values(event)
      // The no-op update returns the existing row.
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({ type: eb.ref('excluded.type') })),
      )
      .returning('stripe_events.status')
      .executeTakeFirstOrThrow()
  );
}

export async function markStripeEventDone(
  db: Db,
  id: string,
  outcome: EventOutcome,
  now: Date,
): Promise<void> {
  await db
    .updateTable('stripe_events')
    .set((eb) => ({
      ...outcome,
      processed_at: now,
      attempts: eb('attempts', '+', 1),
      last_error: null,
    }))
    .where('id', '=', id)
    .where('status', '=', 'received')
    .execute();
}

/**
 * Leaves the event `received`, so that it is processed when Stripe delivers it again or `pullEvents` lists it again.
 */
export async function markStripeEventFailed(db: Db, id: string, error: string): Promise<void> {
  await db
    .updateTable('stripe_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error.slice(0, 500) }))
    .where('id', '=', id)
    .where('status', '=', 'received')
    .execute();
}

export type StripeEventRow = Selectable<StripeEventsTable>;

export async function findStripeEvent(db: Db, id: string): Promise<StripeEventRow | undefined> {
  return db.selectFrom('stripe_events').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The status and attempts of these events. Events that have not arrived are absent. */
export async function findInboxEvents(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('stripe_events').select(['id', 'status', 'attempts']).where('id', 'in', ids).execute();
}

/** Resets the event so that it can be processed again. */
export async function reopenStripeEvent(db: Db | Trx, id: string): Promise<void> {
  await db
    .updateTable('stripe_events')
    .set({ status: 'received', reason: null, processed_at: null })
    .where('id', '=', id)
    .execute();
}

/** The highest number of attempts among the unprocessed events about these objects; 0 if there are none. */
export async function countFailedAttempts(db: Db, objectIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('stripe_events')
    .select((eb) => eb.fn.max('attempts').as('attempts'))
    .where('object_id', 'in', objectIds)
    .where('status', '=', 'received')
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

/** Unprocessed events, oldest first. */
export async function findUnfinishedEvents(db: Db, limit: number): Promise<StripeEventRow[]> {
  return db
    .selectFrom('stripe_events')
    .selectAll()
    .where('status', '=', 'received')
    .orderBy('received_at')
    .limit(limit)
    .execute();
}

export async function findNewestEvents(db: Db, limit: number): Promise<StripeEventRow[]> {
  return db.selectFrom('stripe_events').selectAll().orderBy('received_at', 'desc').limit(limit).execute();
}

export async function countEventTypes(db: Db, receivedSince: Date) {
  return db
    .selectFrom('stripe_events')
    .select((eb) => [
      'type',
      eb.fn.countAll<number>().as('received'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'processed').as('processed'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'ignored').as('ignored'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'received').as('unfinished'),
      sql<string>`max(received_at)`.as('lastReceivedAt'),
    ])
    .where('received_at', '>=', receivedSince.toISOString())
    .groupBy('type')
    .orderBy('received', 'desc')
    .orderBy('type')
    .execute();
}
