import { dayMs, minuteMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import { subscriptionKind } from '../checkout/checkout-kinds.operations.ts';
import { openSection } from '../stripe/reconciling-section.ts';
import { finishInterruptedDowngrades } from '../subscriptions/subscription-lock.operations.ts';
import { findSubscriptionsToRead, touchSubscription } from '../subscriptions/subscriptions.queries.ts';
import { syncSubscription } from '../subscriptions/sync.operations.ts';
import { type EventPull, pullEvents } from '../webhooks/event-pull.operations.ts';
import { reconcileCheckouts } from './checkouts.operations.ts';

const batchSize = 100;
/**
 * The time limit of each section in this file: interrupted downgrades, and subscriptions. Events and checkouts have
 * limits of their own. The whole run must end within fifteen minutes, because the next run then starts.
 */
const maxSectionMs = 2 * minuteMs;

type SubscriptionReconciliation = {
  events: EventPull;
  checkouts: number;
  /** Interrupted downgrades that were finished or undone. */
  interrupted: number;
  subscriptions: number;
  errors: number;
};

/**
 * Repairs the effects of lost webhooks and crashes: fetches undelivered events, reads open payment pages again,
 * finishes or undoes interrupted downgrades, and reads each running subscription again once a day. The time of a run is
 * limited; the next run continues.
 */
export async function reconcileSubscriptions(deps: Deps): Promise<SubscriptionReconciliation> {
  const events = await pullEvents(deps).catch((error: unknown): EventPull => {
    deps.log.error({ err: error }, 'events could not be fetched');
    return { seen: 0, handled: 0, errors: 1 };
  });
  const checkouts = await reconcileCheckouts(deps, subscriptionKind);
  const section = openSection(deps, maxSectionMs);
  const interrupted = await finishInterruptedDowngrades(deps, section);
  const subscriptions = await rereadSubscriptions(deps);
  const counts: SubscriptionReconciliation = {
    events,
    checkouts: checkouts.read,
    interrupted,
    subscriptions: subscriptions.done,
    errors: checkouts.errors + section.errors + subscriptions.errors,
  };
  deps.log.info({ event: 'subscriptions_reconciled', ...counts }, 'subscriptions reconciled');
  return counts;
}

async function rereadSubscriptions(deps: Deps): Promise<{ done: number; errors: number }> {
  const section = openSection(deps, maxSectionMs);
  const readBefore = new Date(deps.now().getTime() - dayMs);
  const done = await section.eachBatch(
    () => findSubscriptionsToRead(deps.db, { readBefore, limit: batchSize }),
    {
      about: ({ id }) => ({ subscriptionId: id }),
      work: ({ id }) => syncSubscription(deps, id),
      after: ({ id }) => touchSubscription(deps.db, id, deps.now()),
    },
  );
  return { done, errors: section.errors };
}
