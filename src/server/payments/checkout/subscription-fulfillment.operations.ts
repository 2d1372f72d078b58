import type Stripe from 'stripe';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { SubscriptionCheckoutRow, SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { lockBuyer } from '../ledger/purchases.queries.ts';
import { redeemOnPlan } from '../promotions/promotions.operations.ts';
import { idOf, isFinal, isLive } from '../stripe/stripe-subscription.ts';
import { syncSubscription } from '../subscriptions/sync.operations.ts';
import { restoreLostCheckout } from './lost-checkouts.operations.ts';
import {
  completeCheckout,
  endCheckout,
  findCheckout,
  findCheckoutBySession,
  storeUnpaidSubscription,
} from './subscription-checkouts.queries.ts';
import { recordWaiver } from './withdrawal-waiver.operations.ts';

type SettledCheckout =
  | { status: 'subscribed'; subscription: SubscriptionRow }
  /** `processing`: the first payment is not confirmed yet. `unpaid`: the invoice can still be paid another way. */
  | { status: 'open' | 'processing' | 'unpaid' | 'ended' };

/**
 * Finds the checkout of a session, even if a crash prevented storing the session. Inserts the row again if it is
 * missing after a backup was restored.
 * @returns undefined if the session belongs to no checkout of ours
 */
export async function findCheckoutOf(
  deps: Deps,
  session: Stripe.Checkout.Session,
): Promise<SubscriptionCheckoutRow | undefined> {
  const known = await findCheckoutBySession(deps.db, session.id);
  if (known) return known;
  const id = z.uuid().safeParse(session.metadata?.subscriptionCheckoutId);
  const checkout = id.success ? await findCheckout(deps.db, id.data) : undefined;
  if (id.success && !checkout) return restoreLostCheckout(deps, session);
  const isOwn = checkout?.checkout_session_id === null || checkout?.checkout_session_id === session.id;
  return isOwn ? checkout : undefined;
}

/**
 * Applies a session that was just read from Stripe: reads and stores its subscription, if any. Idempotent.
 * @throws DomainError payments_unavailable
 */
export async function settleCheckout(
  deps: Deps,
  checkout: SubscriptionCheckoutRow,
  session: Stripe.Checkout.Session,
): Promise<SettledCheckout> {
  if (session.status === 'expired') {
    await endCheckout(deps.db, checkout.id, deps.now());
    return { status: 'ended' };
  }
  if (session.status !== 'complete' || session.subscription === null) return { status: 'open' };
  const subscriptionId = idOf(session.subscription);
  const subscription = await syncSubscription(deps, subscriptionId);
  if (!subscription || subscription.user_id !== checkout.user_id) {
    deps.log.error(
      { checkoutId: checkout.id, subscriptionId },
      'a checkout led to no subscription of its buyer',
    );
    return { status: 'open' };
  }
  // The session stays unpaid if the invoice is paid another way later, so the subscription's status counts, too.
  if (session.payment_status === 'unpaid' && !isLive(subscription.status)) {
    if (isFinal(subscription.status)) {
      await endCheckout(deps.db, checkout.id, deps.now());
      return { status: 'ended' };
    }
    await storeUnpaidSubscription(deps.db, checkout.id, subscriptionId);
    return { status: subscription.status === 'unpaid' ? 'unpaid' : 'processing' };
  }
  await inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    const buyer = await lockBuyer(trx, checkout.user_id);
    const paid = { sessionId: session.id, subscriptionId, now };
    const isNew = await completeCheckout(trx, checkout.id, paid);
    if (isNew && buyer?.deleted_at === null) await recordWaiver(deps, trx, buyer, session);
    await redeemOnPlan(trx, checkout, now);
  });
  return { status: 'subscribed', subscription };
}
