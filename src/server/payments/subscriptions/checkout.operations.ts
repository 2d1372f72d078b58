import type Stripe from 'stripe';
import { type PaidPlan, planNames } from '../../../shared/payments/billing.ts';
import type { CreateSubscriptionSessionInput } from '../../../shared/payments/promotion-codes.ts';
import type { Actor } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notSignedIn } from '../../errors.ts';
import { assertMayBuy } from '../../kyc/gates.operations.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import { agreeOnTotal } from '../checkout/page-total.operations.ts';
import {
  cannotBeOpened,
  handleRefusal,
  hasTimeToPay,
  openPaymentPage,
  pageEnd,
  waitForOtherClick,
} from '../checkout/payment-page.operations.ts';
import { lockBuyer } from '../payments.queries.ts';
import { closeOtherPages, otherPagesWith } from '../promotions/promotion-pages.operations.ts';
import type { OpenPages } from '../promotions/promotion-pages.queries.ts';
import { type AppliedPromotion, applyPromotion } from '../promotions/promotions.operations.ts';
import { assertRecovered } from '../recovery-gate.operations.ts';
import { isMissingAtStripe, paymentsUnavailable, retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { ensureCustomer, forgetCustomer } from '../stripe/stripe-customers.operations.ts';
import { findCustomer } from '../stripe/stripe-customers.queries.ts';
import type { StripeError } from '../stripe/stripe-errors.ts';
import {
  endCheckout,
  findCheckout,
  findOpenCheckout,
  insertCheckout,
  storeSubscriptionSession,
} from './checkout.queries.ts';
import { closeSession } from './close-checkout.operations.ts';
import { checkoutMetadata } from './lost-checkout.operations.ts';
import { ensurePlanPrice, type PlanPrice } from './plan-prices.operations.ts';
import { holdPlanPrice } from './plans.queries.ts';
import { settleCheckout } from './settlement.operations.ts';
import { findRunningSubscriptions } from './subscriptions.queries.ts';
import { syncCustomer } from './sync.operations.ts';

/**
 * Opens the payment page for a plan, or the one that is open already: one session for one person, however many clicks,
 * tabs and plans.
 * @returns the address at Stripe
 * @throws DomainError conflict when there is a subscription already, invalid_input by `promotionCode`,
 *   identity_required, email_unverified, payments_unavailable
 */
export async function startSubscription(
  deps: Deps,
  actor: Actor,
  { plan, promotionCode }: CreateSubscriptionSessionInput,
): Promise<{ url: string }> {
  await deps.attemptLimits.count('paymentCallPerAccount', actor.userId);
  await assertRecovered(deps);
  await assertMayBuy(deps, actor);
  const own = new Set<string>();
  let lost: string | undefined;
  let promotion: AppliedPromotion | undefined;
  const step = async (earlier: number) => {
    const customerId = await ensureCustomer(deps, actor.userId, { replaces: lost });
    const price = await ensurePlanPrice(deps, plan);
    // Also what no webhook told us of: nobody pays for two plans.
    if (earlier === 0) await syncCustomer(deps, customerId);
    // Once a click, unless the price changed in the middle of it.
    if (promotionCode !== undefined && promotion?.priceCents !== price.priceCents) {
      const target = { kind: 'plan', plan, priceCents: price.priceCents } as const;
      promotion = await applyPromotion(deps, actor, promotionCode, target);
    }
    const opened = await openAttempt(deps, actor, { plan, price, promotion, customerId });
    if (!opened) return undefined;
    if (opened.isNew) own.add(opened.attempt.id);
    await closeOtherPages(deps, opened.otherPages);
    const wanted = { plan, price, promotion, isOwn: own.has(opened.attempt.id) };
    const url = await continueAttempt(deps, opened.attempt, wanted);
    if (url !== undefined) return url;
    const isForgotten = (await findCustomer(deps.db, actor.userId))?.customerId !== customerId;
    if (isForgotten) lost = customerId;
    return undefined;
  };
  return openPaymentPage(deps, step, { about: { plan }, unavailable: paymentsUnavailable });
}

type Order = {
  plan: PaidPlan;
  price: PlanPrice;
  promotion: AppliedPromotion | undefined;
  customerId: string;
};

/** @returns undefined when the plan's price changed since it was read */
async function openAttempt(
  deps: Deps,
  actor: Actor,
  { plan, price, promotion, customerId }: Order,
): Promise<{ attempt: SubscriptionCheckoutRow; isNew: boolean; otherPages: OpenPages } | undefined> {
  return inTransaction(deps.db, async (trx) => {
    // Under the buyer's lock a subscription that starts at this moment is seen, and clicks come one by one.
    const buyer = await lockBuyer(trx, actor.userId);
    if (!buyer || buyer.deleted_at !== null) throw notSignedIn();
    const [running] = await findRunningSubscriptions(trx, buyer.id);
    if (running?.status === 'incomplete') throw stillProcessing();
    if (running?.status === 'unpaid') {
      throw new DomainError(
        'conflict',
        `The payment for your ${planNames[running.plan]} plan is missing. Pay or cancel it on your billing page first.`,
      );
    }
    if (running) {
      throw new DomainError(
        'conflict',
        `You already have the ${planNames[running.plan]} plan. Change it on your billing page instead.`,
      );
    }
    // A price that changes at this moment is seen here, or its job sees this attempt.
    if ((await holdPlanPrice(trx, plan)) !== price.priceCents) return undefined;
    const open = await findOpenCheckout(trx, buyer.id);
    if (open) {
      return { attempt: open, isNew: false, otherPages: await otherPagesWith(trx, promotion, open) };
    }
    const now = deps.now();
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
    await recordEvent(trx, 'checkout_started', {
      userId: buyer.id,
      properties: { productId: null },
      at: now,
    });
    return { attempt, isNew: true, otherPages: await otherPagesWith(trx, promotion, attempt) };
  });
}

function stillProcessing(): DomainError {
  return new DomainError('conflict', 'Your payment is still being processed.');
}

type Wanted = Omit<Order, 'customerId'> & { isOwn: boolean };

/** @returns the address to pay at; undefined when the attempt came to nothing and the caller should look again. */
async function continueAttempt(
  deps: Deps,
  attempt: SubscriptionCheckoutRow,
  wanted: Wanted,
): Promise<string | undefined> {
  const current = wanted.isOwn
    ? attempt
    : await waitForOtherClick(deps, attempt, () => findOpen(deps, attempt));
  if (!current) return undefined;
  const isNoted = attempt.checkout_session_id === null && current.checkout_url !== null;
  if (isNoted && isFor(current, wanted)) return current.checkout_url ?? undefined;
  if (current.checkout_session_id !== null) {
    return resumeSession(deps, current, current.checkout_session_id, wanted);
  }
  if (!isFor(current, wanted) || cannotBeOpened(deps, current)) {
    await endCheckout(deps.db, current.id, deps.now());
    return undefined;
  }
  return createSession(deps, current, wanted.promotion);
}

function isFor(attempt: SubscriptionCheckoutRow, { plan, price, promotion }: Wanted): boolean {
  return (
    attempt.plan === plan &&
    attempt.stripe_price_id === price.id &&
    attempt.promotion_code_id === (promotion?.id ?? null)
  );
}

/** Everything from the row: the same attempt always sends the same. */
function sessionParams(
  deps: Pick<Deps, 'appUrl' | 'sealing'>,
  attempt: SubscriptionCheckoutRow,
  promotion: AppliedPromotion | undefined,
): Stripe.Checkout.SessionCreateParams {
  const metadata = checkoutMetadata(deps, attempt);
  const cancelled = new URLSearchParams({
    reason: 'cancelled',
    plan: attempt.plan,
    amount: String(attempt.price_cents - attempt.discount_cents),
  });
  return {
    mode: 'subscription',
    // Prices are in US dollars for everybody, whatever the dashboard's setting is.
    adaptive_pricing: { enabled: false },
    line_items: [{ price: attempt.stripe_price_id, quantity: 1 }],
    ...(promotion && { discounts: [{ promotion_code: promotion.stripeId }] }),
    customer: attempt.customer_id,
    client_reference_id: attempt.user_id,
    metadata,
    subscription_data: { metadata },
    // From the configured origin, never from a request's headers.
    success_url: `${deps.appUrl()}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${deps.appUrl()}/payment-error?${cancelled}`,
    expires_at: pageEnd(attempt),
  };
}

async function createSession(
  deps: Deps,
  attempt: SubscriptionCheckoutRow,
  promotion: AppliedPromotion | undefined,
): Promise<string | undefined> {
  const giveUp = () => endCheckout(deps.db, attempt.id, deps.now());
  let session: Stripe.Checkout.Session;
  try {
    session = await deps.stripe.checkout.sessions.create(sessionParams(deps, attempt, promotion), {
      idempotencyKey: `subscribe:${attempt.id}`,
    });
  } catch (error) {
    return handleRefusal(deps, attempt, error, {
      giveUp,
      replace: (refusal) => replaceMissing(deps, attempt, refusal),
    });
  }
  const discountCents = await agreeOnTotal(deps, session, {
    asked: { currency: 'usd', priceCents: attempt.price_cents, discountCents: attempt.discount_cents },
    giveUp,
  });
  const expiresAt = new Date(session.expires_at * 1000);
  const facts = { id: session.id, url: session.url, discountCents, expiresAt };
  const isStored = await storeSubscriptionSession(deps.db, attempt.id, facts, deps.now());
  return isStored && session.url !== null ? session.url : undefined;
}

/** A customer or price that Stripe does not know is made again by the next step. @returns whether that is so */
async function replaceMissing(
  deps: Deps,
  attempt: SubscriptionCheckoutRow,
  refusal: StripeError,
): Promise<boolean> {
  if (!isMissingAtStripe(refusal)) return false;
  if (refusal.param === 'customer') await forgetCustomer(deps, attempt.user_id, attempt.customer_id);
  return true;
}

/** An open session for the same plan is used again, one for another plan is closed first. */
async function resumeSession(
  deps: Deps,
  attempt: SubscriptionCheckoutRow,
  sessionId: string,
  wanted: Wanted,
): Promise<string | undefined> {
  const session = await retrieveCheckoutSession(deps, sessionId);
  if (!session) {
    await endCheckout(deps.db, attempt.id, deps.now());
    return undefined;
  }
  const settled = await settleCheckout(deps, attempt, session);
  if (settled.status === 'processing') throw stillProcessing();
  if (settled.status !== 'open') return undefined;
  if (session.status === 'complete') throw stillProcessing();
  if (session.url !== null && isFor(attempt, wanted) && hasTimeToPay(deps, session)) return session.url;
  await closeSession(deps, attempt, sessionId);
  return undefined;
}

async function findOpen(
  deps: Deps,
  { id }: SubscriptionCheckoutRow,
): Promise<SubscriptionCheckoutRow | undefined> {
  const checkout = await findCheckout(deps.db, id);
  return checkout?.status === 'open' ? checkout : undefined;
}
