import type Stripe from 'stripe';
import { z } from 'zod';
import { paidPlans } from '../../../shared/payments/billing.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import { agreedDiscount } from '../checkout/page-total.operations.ts';
import { lockBuyer } from '../payments.queries.ts';
import { findPromotion } from '../promotions/promotions.queries.ts';
import { academyMark, isOurs } from '../stripe/academy-mark.ts';
import { idOf } from '../stripe/stripe-subscription.ts';
import { findCheckout, findOpenCheckout, insertLostCheckout } from './checkout.queries.ts';

/** Everything that the checkout of a plan can be rebuilt from; the subscription carries it as well. */
export function checkoutMetadata(
  deps: Pick<Deps, 'sealing'>,
  attempt: SubscriptionCheckoutRow,
): Record<string, string> {
  return {
    academy: academyMark(deps),
    subscriptionCheckoutId: attempt.id,
    userId: attempt.user_id,
    plan: attempt.plan,
    priceId: attempt.stripe_price_id,
    priceCents: String(attempt.price_cents),
    discountCents: String(attempt.discount_cents),
    ...(attempt.promotion_code_id !== null && { promotionCodeId: attempt.promotion_code_id }),
  };
}

const cents = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const metadataSchema = z.object({
  subscriptionCheckoutId: z.uuid(),
  userId: z.uuid(),
  plan: z.enum(paidPlans),
  priceId: z.string().min(1),
  priceCents: cents,
  discountCents: cents,
  promotionCodeId: z.uuid().optional(),
});

/**
 * Puts back the checkout of a session of ours whose row was lost with a restored backup, under its old id and as it was
 * before it was paid.
 * @returns undefined for sessions of others, for those that ended unpaid, and for those of accounts that are not here
 */
export async function restoreLostCheckout(
  deps: Deps,
  session: Stripe.Checkout.Session,
): Promise<SubscriptionCheckoutRow | undefined> {
  const { customer } = session;
  if (session.mode !== 'subscription' || session.status === 'expired' || customer === null) return undefined;
  if (!isOurs(deps, session.metadata)) return undefined;
  const begun = metadataSchema.safeParse(session.metadata);
  if (!begun.success) {
    deps.log.error(
      { sessionId: session.id, err: begun.error },
      'a session of ours does not say what it sold',
    );
    return undefined;
  }
  const { subscriptionCheckoutId: id, promotionCodeId, ...terms } = begun.data;
  const checkout = await inTransaction(deps.db, async (trx) => {
    const buyer = await lockBuyer(trx, terms.userId);
    if (!buyer) return undefined;
    const promotion = promotionCodeId === undefined ? undefined : await findPromotion(trx, promotionCodeId);
    // Somebody has one open checkout at most.
    const isTaken = (await findOpenCheckout(trx, buyer.id)) !== undefined;
    await insertLostCheckout(trx, {
      id,
      user_id: buyer.id,
      plan: terms.plan,
      price_cents: terms.priceCents,
      discount_cents: agreedDiscount(session, { ...terms, currency: 'usd' }) ?? terms.discountCents,
      promotion_code_id: promotion?.id ?? null,
      stripe_price_id: terms.priceId,
      customer_id: idOf(customer),
      status: isTaken ? 'ended' : 'open',
      checkout_session_id: session.id,
      checkout_url: session.url,
      checkout_expires_at: new Date(session.expires_at * 1000),
      created_at: new Date(session.created * 1000),
      updated_at: deps.now(),
    });
    return findCheckout(trx, id);
  });
  if (checkout?.checkout_session_id !== session.id) return undefined;
  deps.log.warn(
    { event: 'checkout_restored', checkoutId: id, sessionId: session.id },
    'the lost checkout of a plan was put back from its session',
  );
  return checkout;
}
