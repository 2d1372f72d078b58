import type { z } from 'zod';
import type { verifiedSubscriptionView } from '../../../shared/payments/payments.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import {
  type CheckoutSessionFacts,
  type CompletedPurchase,
  presentCheckoutSession,
  presentUnfinished,
} from '../ledger/purchases.present.ts';
import { findPurchaseBySession } from '../ledger/purchases.queries.ts';
import { retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { givesAccess } from '../subscriptions/subscriptions.present.ts';
import { fulfill, paymentNotFound } from './fulfillment.operations.ts';
import { findCheckoutBySession } from './subscription-checkouts.queries.ts';
import { findCheckoutOf, settleCheckout } from './subscription-fulfillment.operations.ts';

/**
 * POST /api/complete-purchase, called when the buyer returns from Stripe. If the Checkout Session is for the user's own
 * membership, the result says so, and the page then calls `verifySubscription`.
 * @throws DomainError not_found for unknown sessions and those of other users, too_many_attempts,
 * payments_unavailable
 */
export async function completePurchase(
  deps: Deps,
  actor: Actor,
  input: { sessionId: string },
): Promise<CompletedPurchase> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  const subscription = await findCheckoutBySession(deps.db, input.sessionId);
  if (subscription?.user_id === actor.userId) return presentUnfinished('not_a_purchase');
  return fulfill(deps, input.sessionId, { expectedUserId: actor.userId });
}

/**
 * POST /api/verify-subscription, called when the subscriber returns from Stripe. Succeeds only if the subscription
 * grants access now, according to Stripe.
 * @throws DomainError not_found for unknown sessions and those of other users, too_many_attempts,
 * payments_unavailable
 */
export async function verifySubscription(
  deps: Deps,
  actor: Actor,
  input: { sessionId: string },
): Promise<z.infer<typeof verifiedSubscriptionView>> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  const notSubscribed = { success: false, plan: null, status: 'unpaid' } as const;
  const known = await findAttempt(deps, input.sessionId);
  if (known && known.user_id !== actor.userId) throw paymentNotFound();
  if (known && !('plan' in known)) return notSubscribed;
  const session = await retrieveCheckoutSession(deps, input.sessionId);
  const checkout = known ?? (session && (await findCheckoutOf(deps, session)));
  if ((checkout?.user_id ?? session?.client_reference_id) !== actor.userId) throw paymentNotFound();
  if (!checkout || !session) return notSubscribed;
  const settled = await settleCheckout(deps, checkout, session);
  if (settled.status === 'processing') return { ...notSubscribed, status: 'processing' };
  if (settled.status !== 'subscribed') return notSubscribed;
  const { subscription } = settled;
  if (givesAccess(subscription, deps.now())) {
    return { success: true, plan: subscription.plan, status: 'active' };
  }
  // Stripe may report the session as paid shortly before the subscription.
  return subscription.status === 'incomplete' ? notSubscribed : { ...notSubscribed, wasActive: true };
}

/**
 * GET /api/stripe/session/{id}: what the Checkout Session is for. Only its buyer and admins may ask.
 * @throws DomainError not_found for unknown sessions and those of other users
 */
export async function getCheckoutSession(
  deps: Deps,
  actor: Actor,
  sessionId: string,
): Promise<CheckoutSessionFacts> {
  const attempt = await findAttempt(deps, sessionId);
  if (!attempt) throw paymentNotFound();
  if (actor.role !== 'admin' && attempt.user_id !== actor.userId) throw paymentNotFound();
  return presentCheckoutSession(attempt);
}

/** The purchase, or the checkout of a membership, with this Checkout Session. */
async function findAttempt({ db }: Deps, sessionId: string) {
  return (await findPurchaseBySession(db, sessionId)) ?? findCheckoutBySession(db, sessionId);
}
