import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { askStripe } from '../stripe/stripe-billing-calls.ts';
import { findFinishedEvents, findSeenUntil, storeSeenUntil } from './stripe-event-pulls.queries.ts';
import { handledEventTypes, receiveListedEvent } from './webhook.operations.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const pullName = 'events';
/** Events are listed a moment after they happen. */
const overlap = hour;
/** Stripe keeps events for 30 days. */
const furthest = 29 * day;
/** One step of the way; each is noted when it is done. */
const slice = day;
/** Stripe takes so many types at once. */
const typesPerCall = 20;
const longestRunMs = 2 * 60_000;
/** In a row: with Stripe or the database down, further ones only wait. */
const mostFailures = 3;
/** One that never works holds up no other for ever; it stays in the inbox, where admins see it. */
const mostAttempts = 20;

export type EventPull = { seen: number; handled: number; errors: number };

/**
 * Asks Stripe for the events since the last time and works off those that never arrived, oldest first (PAY-22). They
 * go through the same inbox as delivered ones, so that nothing happens twice.
 */
export async function pullEvents(deps: Deps): Promise<EventPull> {
  const counts: EventPull = { seen: 0, handled: 0, errors: 0 };
  const endsAt = performance.now() + longestRunMs;
  const now = deps.now().getTime();
  const seenUntil = await findSeenUntil(deps.db, pullName);
  const wanted = seenUntil === undefined ? now - day : Date.parse(seenUntil) - overlap;
  let from = Math.max(wanted, now - furthest);
  while (from < now && performance.now() < endsAt) {
    const until = Math.min(from + slice, now);
    const goesOn = await pullSlice(deps, { from, until: until === now ? undefined : until }, counts);
    if (!goesOn) break;
    // A failed one is asked for again the next time, those after it are not held up.
    if (counts.errors === 0) await storeSeenUntil(deps.db, pullName, new Date(until));
    from = until;
  }
  if (counts.handled + counts.errors > 0) {
    deps.log.warn({ event: 'stripe_events_pulled', ...counts }, 'events that were never delivered');
  }
  return counts;
}

/** @returns false when going on makes no sense now */
async function pullSlice(
  deps: Deps,
  span: { from: number; until: number | undefined },
  counts: EventPull,
): Promise<boolean> {
  const listed = (await listEvents(deps, span)).toSorted((left, right) => left.created - right.created);
  const finished = await findFinishedEvents(
    deps.db,
    listed.map(({ id }) => id),
    mostAttempts,
  );
  let failuresInARow = 0;
  counts.seen += listed.length;
  for (const event of listed) {
    if (finished.has(event.id)) continue;
    try {
      await receiveListedEvent(deps, event);
      counts.handled += 1;
      failuresInARow = 0;
    } catch (error) {
      counts.errors += 1;
      deps.log.error({ err: error, eventId: event.id, type: event.type }, 'an event could not be worked off');
      failuresInARow += 1;
      if (failuresInARow >= mostFailures) return false;
    }
  }
  return true;
}

async function listEvents(
  deps: Deps,
  { from, until }: { from: number; until: number | undefined },
): Promise<Stripe.Event[]> {
  const created = {
    gte: Math.floor(from / 1000),
    ...(until !== undefined && { lt: Math.ceil(until / 1000) }),
  };
  const found: Stripe.Event[] = [];
  for (let start = 0; start < handledEventTypes.length; start += typesPerCall) {
    const types = handledEventTypes.slice(start, start + typesPerCall);
    await askStripe(async () => {
      for await (const event of deps.stripe.events.list({ created, types, limit: 100 })) found.push(event);
    });
  }
  return found;
}
