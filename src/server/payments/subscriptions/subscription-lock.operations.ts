import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { minuteMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import type { ReconcilingSection } from '../stripe/reconciling-section.ts';
import { retrieveSubscription } from '../stripe/stripe-calls.ts';
import { endRenewal, type LockedSubscription } from '../stripe/stripe-renewals.ts';
import { isFinal, readSubscription, type SubscriptionFacts } from '../stripe/stripe-subscription.ts';
import {
  claimChange,
  findInterruptedDowngrades,
  findRunningSubscriptions,
  findSubscription,
  releaseChange,
  setUnscheduledPlan,
} from './subscriptions.queries.ts';
import { isScheduled, syncSubscription } from './sync.operations.ts';

/** Longer than any change takes: an older lock was left by a crash. */
const staleAfterMs = 2 * minuteMs;
const maxWaitMs = 10_000;
const pauseMs = 100;

function noSubscription(): DomainError {
  return new DomainError('conflict', 'You have no subscription. Choose a membership to start one.');
}

/** The user's newest subscription that has not ended. @throws DomainError conflict without one */
export async function requireSubscription(deps: Deps, userId: string): Promise<SubscriptionRow> {
  const [newest] = await findRunningSubscriptions(deps.db, userId);
  if (!newest) throw noSubscription();
  return newest;
}

/** The subscription's current state at Stripe. @throws DomainError conflict if it has ended; payments_unavailable */
export async function readCurrent(
  deps: Deps,
  id: string,
): Promise<{ facts: SubscriptionFacts; subscription: Stripe.Subscription }> {
  const subscription = await retrieveSubscription(deps, id);
  const facts = subscription && readSubscription(subscription, (await findSubscription(deps.db, id))?.plan);
  if (!subscription || !facts || isFinal(facts.status)) throw noSubscription();
  return { facts, subscription };
}

/**
 * Serializes changes of a subscription at Stripe, across clicks, tabs and servers. The result of each change, even of
 * one that failed halfway, is read back before the next one starts, unless Stripe cannot be reached. If a downgrade
 * reverted a cancellation and then failed, the subscription is canceled again: immediately, with the next change, or by
 * `finishInterruptedDowngrades`.
 * @throws DomainError conflict on timeout or if the subscription has ended; payments_unavailable; what `work` throws
 */
export async function withSubscriptionLock<Result>(
  deps: Deps,
  subscriptionId: string,
  work: (locked: LockedSubscription) => Promise<Result>,
): Promise<Result> {
  const key = await claim(deps, subscriptionId);
  try {
    await cancelAgain(deps, subscriptionId);
    const { facts, subscription } = await readCurrent(deps, subscriptionId);
    return await work({ facts, subscription, key });
  } catch (error) {
    await cancelAgain(deps, subscriptionId).catch((failure: unknown) =>
      deps.log.warn({ err: failure, subscriptionId }, 'a subscription could not be canceled again yet'),
    );
    throw error;
  } finally {
    await syncSubscription(deps, subscriptionId).catch((error: unknown) => {
      // The webhook and the reconciliation job read the subscription again.
      deps.log.error({ err: error, subscriptionId }, 'a changed subscription could not be read back');
    });
    await releaseChange(deps.db, subscriptionId, key);
  }
}

/** Cancels the subscription again if its cancellation was reverted for a downgrade that was then not scheduled. */
async function cancelAgain(deps: Deps, subscriptionId: string): Promise<void> {
  const plan = (await findSubscription(deps.db, subscriptionId))?.unscheduled_plan ?? null;
  if (plan === null) return;
  const { facts, subscription } = await readCurrent(deps, subscriptionId);
  if (facts.endsAt === null && !isScheduled(facts, plan)) {
    await endRenewal(deps, { facts, subscription, key: randomUUID() });
  }
  await setUnscheduledPlan(deps.db, subscriptionId, null);
}

/**
 * Finds downgrades that a crash or an outage of Stripe interrupted, and cancels the subscription again unless the
 * downgrade is scheduled. Part of the `reconcile-subscriptions` job.
 * @returns how many were finished or undone
 */
export async function finishInterruptedDowngrades(
  deps: Deps,
  section: Pick<ReconcilingSection, 'each'>,
): Promise<number> {
  const startedBefore = new Date(deps.now().getTime() - staleAfterMs);
  return section.each(await findInterruptedDowngrades(deps.db, startedBefore), {
    about: ({ id }) => ({ subscriptionId: id }),
    work: ({ id }) => withSubscriptionLock(deps, id, async () => undefined),
  });
}

async function claim(deps: Deps, subscriptionId: string): Promise<string> {
  const key = randomUUID();
  const endsAt = performance.now() + maxWaitMs;
  for (;;) {
    const now = deps.now();
    const staleBefore = new Date(now.getTime() - staleAfterMs);
    if (await claimChange(deps.db, subscriptionId, { key, now, staleBefore })) return key;
    if (performance.now() >= endsAt) {
      throw new DomainError(
        'conflict',
        'Your membership is already being changed. Please check again in a moment.',
      );
    }
    await sleep(pauseMs);
  }
}
