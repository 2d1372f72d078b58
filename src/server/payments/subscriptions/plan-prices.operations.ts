import { type PaidPlan, planNames } from '../../../shared/billing.ts';
import type { Deps } from '../../deps.ts';
import { askInTurn, askStripe } from '../stripe/stripe-billing-calls.ts';
import { findPlan, forgetStripePrice, storeStripePrice } from './plans.queries.ts';

/** A price at Stripe and its amount in US cents a month. */
export type PlanPrice = { id: string; priceCents: number };

/**
 * The price at Stripe for what a plan costs today, made when there is none. Prices at Stripe never change: another
 * amount is another price, and whoever subscribed before keeps the old one (E13).
 * @throws DomainError payments_unavailable
 */
export async function ensurePlanPrice(deps: Deps, plan: PaidPlan): Promise<PlanPrice> {
  const row = await findPlan(deps.db, plan);
  const priceCents = row.price_cents;
  if (row.stripe_price_id !== null && row.stripe_price_cents === priceCents) {
    return { id: row.stripe_price_id, priceCents };
  }
  const id = await findOrMakePrice(deps, plan, priceCents);
  await storeStripePrice(deps.db, plan, { id, priceCents });
  return { id, priceCents };
}

/**
 * The id of the price at Stripe for a plan at this amount, whether or not it is today's.
 * @throws DomainError payments_unavailable
 */
export async function findOrMakePrice(deps: Deps, plan: PaidPlan, priceCents: number): Promise<string> {
  return askStripe(async () => {
    const lookupKey = `academy_${plan}_${priceCents}_usd_month`;
    const find = async () =>
      (await deps.stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })).data[0];
    const known = await find();
    if (known && known.unit_amount === priceCents && known.metadata.plan === plan) return known.id;
    const made = await askInTurn(() =>
      deps.stripe.prices.create(
        {
          currency: 'usd',
          unit_amount: priceCents,
          recurring: { interval: 'month' },
          lookup_key: lookupKey,
          transfer_lookup_key: true,
          // Read back from every subscription: the price says which plan it pays for.
          metadata: { plan },
          product_data: { name: `${planNames[plan]} plan` },
        },
        { idempotencyKey: `plan-price:${plan}:${priceCents}` },
      ),
    );
    return made.id;
  });
}

/** For a price that Stripe does not know, such as after another account was configured. */
export async function forgetPlanPrice(deps: Deps, plan: PaidPlan, priceId: string): Promise<void> {
  deps.log.warn({ plan, priceId }, 'the payment provider does not know this price any more');
  await forgetStripePrice(deps.db, plan, priceId);
}
