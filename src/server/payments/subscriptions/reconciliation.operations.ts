import type { Deps } from '../../deps.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import { openSection } from '../reconciling-section.ts';
import { retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { type EventPull, pullEvents } from '../webhooks/event-pull.operations.ts';
import { endCheckout, findCheckoutsToReconcile, touchCheckout } from './checkout.queries.ts';
import { settleCheckout } from './settlement.operations.ts';
import { findSubscriptionsToRead, touchSubscription } from './subscriptions.queries.ts';
import { syncSubscription } from './sync.operations.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Webhook and return page have had their time. */
const settlesBy = 15 * minute;
const batchSize = 100;
/** Two sections and the events, and the next run begins after a quarter of an hour. */
const longestSectionMs = 2 * minute;

export type SubscriptionReconciliation = {
  events: EventPull;
  checkouts: number;
  subscriptions: number;
  errors: number;
};

/**
 * Makes everything right that lost webhooks left wrong: undelivered events are fetched, payment pages that nobody came
 * back from are looked at, and each subscription that is not over is read again once a day. Bounded; what is
 * left comes first the next time.
 */
export async function reconcileSubscriptions(deps: Deps): Promise<SubscriptionReconciliation> {
  const startedAt = deps.now();
  const events = await pullEvents(deps).catch((error: unknown): EventPull => {
    deps.log.error({ err: error }, 'events could not be fetched');
    return { seen: 0, handled: 0, errors: 1 };
  });
  const checkouts = await reconcileCheckouts(deps, new Date(startedAt.getTime() - settlesBy));
  const subscriptions = await rereadSubscriptions(deps, new Date(startedAt.getTime() - day));
  const counts: SubscriptionReconciliation = {
    events,
    checkouts: checkouts.done,
    subscriptions: subscriptions.done,
    errors: checkouts.errors + subscriptions.errors,
  };
  deps.log.info({ event: 'subscriptions_reconciled', ...counts }, 'subscriptions reconciled');
  return counts;
}

async function reconcileCheckouts(
  deps: Deps,
  lookedAtBefore: Date,
): Promise<{ done: number; errors: number }> {
  const section = openSection(deps, longestSectionMs);
  let done = 0;
  for (const checkout of await findCheckoutsToReconcile(deps.db, { lookedAtBefore, limit: batchSize })) {
    if (!section.goesOn()) break;
    if (await section.attempt({ checkoutId: checkout.id }, () => reconcileCheckout(deps, checkout)))
      done += 1;
    await touchCheckout(deps.db, checkout.id, deps.now());
  }
  return { done, errors: section.errors };
}

async function rereadSubscriptions(deps: Deps, readBefore: Date): Promise<{ done: number; errors: number }> {
  const section = openSection(deps, longestSectionMs);
  let done = 0;
  while (section.goesOn()) {
    const batch = await findSubscriptionsToRead(deps.db, { readBefore, limit: batchSize });
    if (batch.length === 0) break;
    for (const { id } of batch) {
      if (!section.goesOn()) break;
      if (await section.attempt({ subscriptionId: id }, () => syncSubscription(deps, id))) done += 1;
      await touchSubscription(deps.db, id, deps.now());
    }
  }
  return { done, errors: section.errors };
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
