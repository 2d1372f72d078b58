import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import type { CreateSubscriptionSessionInput } from '../../../shared/payments/promotion-codes.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { assertMayBuy } from '../../kyc/gates.operations.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import { assertNotGranted } from '../grants/already-granted.operations.ts';
import type { BuyerRow } from '../ledger/purchases.queries.ts';
import { ensurePlanPrice, type PlanPrice } from '../plans/plan-prices.operations.ts';
import { shareLockPlanPrice } from '../plans/plans.queries.ts';
import { type AppliedPromotion, applyPromotion } from '../promotions/promotions.operations.ts';
import { assertRecovered } from '../stripe/recovery-gate.operations.ts';
import { ensureCustomer } from '../stripe/stripe-customers.operations.ts';
import { paymentsUnavailable } from '../stripe/stripe-errors.ts';
import { findRunningSubscriptions } from '../subscriptions/subscriptions.queries.ts';
import { syncCustomer } from '../subscriptions/sync.operations.ts';
import { stillProcessing, subscriptionKind } from './checkout-kinds.operations.ts';
import { type OpenAttempt, openPaymentPage } from './payment-page.operations.ts';
import { findOpenCheckout, insertCheckout } from './subscription-checkouts.queries.ts';

/**
 * Opens the payment page for a plan, or returns the page that is already open. A user has at most one open page for all
 * plans, even with concurrent clicks in several tabs.
 * @returns the page's URL at Stripe
 * @throws DomainError conflict (the user is subscribed or has the plan for free, a payment is being processed, or
 * Stripe has a different total), invalid_input for `promotionCode`, identity_required, email_unverified,
 * too_many_attempts, payments_unavailable; not_signed_in if the account is deleted
 */
export async function startSubscription(
  deps: Deps,
  actor: Actor,
  { plan, promotionCode }: CreateSubscriptionSessionInput,
): Promise<{ url: string }> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  await assertRecovered(deps);
  await assertMayBuy(deps, actor);
  // Checked again with the lock of the buyer. The first check rejects before anything is created at Stripe.
  await assertNotGranted(deps.db, actor.userId, { plan, step: 'subscribe', now: deps.now() });
  let customerId: string | undefined;
  let promotion: AppliedPromotion | undefined;
  return openPaymentPage(deps, actor, subscriptionKind, {
    // `openPaymentPage` may need several rounds, for example after a price change, and calls `prepare` in each.
    prepare: async (round) => {
      customerId = await ensureCustomer(deps, actor.userId, customerId);
      const order = { plan, customerId, price: await ensurePlanPrice(deps, plan) };
      // Finds subscriptions whose webhook has not arrived, so that no user pays for two plans.
      if (round === 0) await syncCustomer(deps, customerId);
      // The promotion code is checked once per click, and again only if the price has changed.
      const { priceCents } = order.price;
      if (promotionCode !== undefined && promotion?.priceCents !== priceCents) {
        promotion = await applyPromotion(deps, actor, promotionCode, { kind: 'plan', plan, priceCents });
      }
      return {
        promotion,
        productId: null,
        findOrInsertAttempt: (trx, buyer, now) =>
          findOrInsertCheckout(trx, buyer, { ...order, promotion, now }),
      };
    },
    about: { plan },
    unavailable: paymentsUnavailable,
  });
}

type PlanOrder = {
  plan: PaidPlan;
  price: PlanPrice;
  promotion: AppliedPromotion | undefined;
  customerId: string;
  now: Date;
};

/** The buyer's open checkout, or a new one. @returns undefined if the plan's price has changed since it was read */
async function findOrInsertCheckout(
  trx: Trx,
  buyer: BuyerRow,
  { plan, price, promotion, customerId, now }: PlanOrder,
): Promise<OpenAttempt<SubscriptionCheckoutRow> | undefined> {
  await assertNoSubscription(trx, buyer.id);
  // A concurrent grant is either visible here, or queues a job that closes the page of this checkout.
  await assertNotGranted(trx, buyer.id, { plan, step: 'subscribe', now });
  // A concurrent price change is either visible here, or queues a job that closes the page of this checkout.
  if ((await shareLockPlanPrice(trx, plan)) !== price.priceCents) return undefined;
  const open = await findOpenCheckout(trx, buyer.id);
  if (open) {
    const isUnchanged =
      open.plan === plan &&
      open.stripe_price_id === price.id &&
      open.promotion_code_id === (promotion?.id ?? null);
    return { attempt: open, isNew: false, isUnchanged };
  }
  const attempt = await insertCheckout(trx, {
    user_id: buyer.id,
    plan,
    price_cents: price.priceCents,
    discount_cents: promotion?.discountCents ?? 0,
    promotion_code_id: promotion?.id ?? null,
    stripe_price_id: price.id,
    customer_id: customerId,
    created_at: now,
    updated_at: now,
  });
  return { attempt, isNew: true, isUnchanged: true };
}

/** @throws DomainError conflict */
async function assertNoSubscription(trx: Trx, userId: string): Promise<void> {
  const [running] = await findRunningSubscriptions(trx, userId);
  if (!running) return;
  const name = planNames[running.plan];
  if (running.status === 'incomplete') throw new DomainError('conflict', stillProcessing);
  throw new DomainError(
    'conflict',
    running.status === 'unpaid'
      ? `The payment for your ${name} membership was not received. Pay it, or cancel the membership, on your billing page first.`
      : `You already have the ${name} membership. Change it on your billing page instead.`,
  );
}
