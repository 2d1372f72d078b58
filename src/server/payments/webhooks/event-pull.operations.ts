import type Stripe from 'stripe';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import { findSeenUntil, storeSeenUntil } from '../stripe/event-pulls.queries.ts';
import { openSection, type ReconcilingSection } from '../stripe/reconciling-section.ts';
import { askStripe } from '../stripe/stripe-calls.ts';
import { findInboxEvents } from './stripe-events.queries.ts';
import { acceptEvent, handledEventTypes } from './webhook.operations.ts';

const pullName = 'events';
/** Each pull begins this long before the stored position, because events appear in Stripe's list with a delay. */
const overlapMs = hourMs;
/** A pull begins at most this long ago, because Stripe keeps events for 30 days. */
const maxAgeMs = 29 * dayMs;
/**
 * Events are listed in slices of this length. The position is stored after a slice if all events up to its end were
 * processed.
 */
const sliceMs = dayMs;
/** Stripe's limit of types per call. */
const typesPerCall = 20;
const maxRunMs = 2 * minuteMs;
/**
 * After this many attempts an event is no longer pulled, so that the position can be stored. The event stays
 * unprocessed in the inbox (`stripe_events`), where admins see it.
 */
const maxAttempts = 20;

export type EventPull = { seen: number; handled: number; errors: number };

/**
 * Lists Stripe's events since the stored position and processes those that have not been processed yet, oldest first.
 * Listed events go through the same inbox as delivered ones, so that a processed event is not processed again. Events
 * that failed before come last, so that they do not block others.
 */
export async function pullEvents(deps: Deps): Promise<EventPull> {
  const section = openSection(deps, maxRunMs);
  const counts: Pulled = { seen: 0, handled: 0 };
  const failedBefore: Stripe.Event[] = [];
  const now = deps.now().getTime();
  const seenUntil = await findSeenUntil(deps.db, pullName);
  const wanted = seenUntil === undefined ? now - dayMs : Date.parse(seenUntil) - overlapMs;
  let from = Math.max(wanted, now - maxAgeMs);
  let isComplete = true;
  while (from < now && section.canContinue()) {
    const until = Math.min(from + sliceMs, now);
    const listed = await listEvents(deps, { from, until: until === now ? undefined : until });
    const { fresh, failed } = await splitUnprocessed(deps, listed);
    counts.seen += listed.length;
    failedBefore.push(...failed);
    const isAllDone = await processAll(deps, section, fresh, counts);
    isComplete &&= isAllDone && failed.length === 0;
    // If an event was not processed, the position stays, so that the next run lists the event again.
    if (isComplete) await storeSeenUntil(deps.db, pullName, new Date(until));
    from = until;
  }
  const retrySection = openSection(deps, maxRunMs);
  await processAll(deps, retrySection, failedBefore, counts);
  const outcome: EventPull = { ...counts, errors: section.errors + retrySection.errors };
  if (outcome.handled + outcome.errors > 0) {
    deps.log.warn({ event: 'stripe_events_pulled', ...outcome }, 'listed events processed');
  }
  return outcome;
}

type Pulled = Omit<EventPull, 'errors'>;

/** @returns whether all events were handled */
async function processAll(
  deps: Deps,
  section: ReconcilingSection,
  events: readonly Stripe.Event[],
  counts: Pulled,
): Promise<boolean> {
  const done = await section.each(events, {
    about: ({ id, type }) => ({ eventId: id, type }),
    work: (event) => acceptEvent(deps, event),
  });
  counts.handled += done;
  return done === events.length;
}

/**
 * Unprocessed events with fewer attempts than `maxAttempts`: untried ones, oldest first, and failed ones, least often
 * tried first.
 */
async function splitUnprocessed(
  deps: Deps,
  listed: readonly Stripe.Event[],
): Promise<{ fresh: Stripe.Event[]; failed: Stripe.Event[] }> {
  const ids = listed.map(({ id }) => id);
  const known = new Map((await findInboxEvents(deps.db, ids)).map((event) => [event.id, event]));
  const attempts = ({ id }: Stripe.Event) => known.get(id)?.attempts ?? 0;
  // Stripe lists the newest first, with a resolution of seconds.
  const open = listed
    .toReversed()
    .filter(
      (event) => (known.get(event.id)?.status ?? 'received') === 'received' && attempts(event) < maxAttempts,
    );
  return {
    fresh: open.filter((event) => attempts(event) === 0).toSorted((a, b) => a.created - b.created),
    failed: open
      .filter((event) => attempts(event) > 0)
      .toSorted((a, b) => attempts(a) - attempts(b) || a.created - b.created),
  };
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
