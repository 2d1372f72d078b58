import type { SubscriptionCheckoutRow } from '../../db/tables/plan-tables.ts';
import type { Deps } from '../../deps.ts';
import { retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { type EventPull, pullEvents } from '../webhooks/event-pull.operations.ts';
import { endCheckout, findCheckoutsToReconcile, touchCheckout } from './subscription-checkout.queries.ts';
import { settleCheckout } from './subscription-settlement.operations.ts';
import { syncSubscription } from './subscription-sync.operations.ts';
import { findSubscriptionsToRead, touchSubscription } from './subscriptions.queries.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Webhook and return page have had their time. */
const settlesBy = 15 * minute;
const batchSize = 100;
const longestRunMs = 4 * minute;
/** With Stripe down, further reads only wait. */
const mostFailures = 3;

export type SubscriptionReconciliation = {
  events: EventPull;
  checkouts: number;
  subscriptions: number;
  errors: number;
};

/**
 * Makes everything right that lost webhooks left wrong: undelivered events are fetched, payment pages that nobody came
 * back from are looked at, and each subscription that is not over is read again once a day (PAY-22). Bounded; what is
 * left comes first the next time.
 */
export async function reconcileSubscriptions(deps: Deps): Promise<SubscriptionReconciliation> {
  const endsAt = performance.now() + longestRunMs;
  const startedAt = deps.now();
  const events = await pullEvents(deps).catch((error: unknown): EventPull => {
    deps.log.error({ err: error }, 'events could not be fetched');
    return { seen: 0, handled: 0, errors: 1 };
  });
  const counts: SubscriptionReconciliation = { events, checkouts: 0, subscriptions: 0, errors: 0 };
  const hasTime = () => performance.now() < endsAt && counts.errors < mostFailures;

  const checkouts = await findCheckoutsToReconcile(deps.db, {
    lookedAtBefore: new Date(startedAt.getTime() - settlesBy),
    limit: batchSize,
  });
  for (const checkout of checkouts) {
    if (!hasTime()) break;
    await attempt(deps, counts, { checkoutId: checkout.id }, () => reconcileCheckout(deps, checkout));
    await touchCheckout(deps.db, checkout.id, deps.now());
    counts.checkouts += 1;
  }

  while (hasTime()) {
    const batch = await findSubscriptionsToRead(deps.db, {
      readBefore: new Date(startedAt.getTime() - day),
      limit: batchSize,
    });
    if (batch.length === 0) break;
    for (const { id } of batch) {
      if (!hasTime()) break;
      await attempt(deps, counts, { subscriptionId: id }, () => syncSubscription(deps, id));
      await touchSubscription(deps.db, id, deps.now());
      counts.subscriptions += 1;
    }
  }
  deps.log.info({ event: 'subscriptions_reconciled', ...counts }, 'subscriptions reconciled');
  return counts;
}

async function attempt(
  deps: Deps,
  counts: SubscriptionReconciliation,
  about: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    counts.errors += 1;
    deps.log.error({ err: error, ...about }, 'could not be reconciled');
  }
}

async function reconcileCheckout(deps: Deps, checkout: SubscriptionCheckoutRow): Promise<void> {
  const sessionId = checkout.checkout_session_id;
  const session = sessionId === null ? undefined : await retrieveCheckoutSession(deps, sessionId);
  if (session) {
    await settleCheckout(deps, checkout, session);
    return;
  }
  // Never reached Stripe, or is not known there: over when its session would be.
  const isOver = deps.now().getTime() - Date.parse(checkout.created_at) > day;
  if (isOver) await endCheckout(deps.db, checkout.id, deps.now());
}
