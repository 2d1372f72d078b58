import type Stripe from 'stripe';
import { hourMs } from '../../../shared/durations.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import type { Deps } from '../../deps.ts';
import { askStripe, askStripeIfKnown, retryWhileInProgress } from '../stripe/stripe-calls.ts';
import { planIn } from '../stripe/stripe-subscription.ts';
import { findPlan, findPlanOfPrice, storeStripePrice } from './plans.queries.ts';

/** A Stripe price with its amount in US cents per month. */
export type PlanPrice = { id: string; priceCents: number };

/**
 * The Stripe price for a plan's current amount, created if needed. Stripe prices are immutable: each amount has its own
 * price, and existing subscribers keep theirs until a new price that was announced to them takes effect. If the price
 * or its product was archived in Stripe's dashboard and can no longer be sold, a new price is created.
 * @throws DomainError payments_unavailable
 */
export async function ensurePlanPrice(deps: Deps, plan: PaidPlan): Promise<PlanPrice> {
  const row = await findPlan(deps.db, plan);
  const priceCents = row.price_cents;
  const stored = row.stripe_price_cents === priceCents ? row.stripe_price_id : null;
  if (stored !== null && (await isForSale(deps, stored))) return { id: stored, priceCents };
  const id = await findOrCreatePrice(deps, plan, priceCents, stored);
  await storeStripePrice(deps.db, plan, { id, priceCents });
  return { id, priceCents };
}

/** Whether Stripe still sells this price. If so, also sets its tax behavior if it has none. */
async function isForSale(deps: Deps, priceId: string): Promise<boolean> {
  const price = await askStripeIfKnown(() => deps.stripe.prices.retrieve(priceId, { expand: ['product'] }));
  if (price && canBeSold(price)) {
    await includeTax(deps, price);
    return true;
  }
  deps.log.warn({ priceId, known: price !== undefined }, 'Stripe no longer sells this price');
  return false;
}

/**
 * Marks a price as including tax, like the amount on the plans page. Does nothing if the tax behavior is set: Stripe
 * does not allow a second change.
 */
async function includeTax(deps: Deps, price: Stripe.Price): Promise<void> {
  if (price.tax_behavior !== 'unspecified' && price.tax_behavior !== null) return;
  await askStripe(() => deps.stripe.prices.update(price.id, { tax_behavior: 'inclusive' }));
}

/** Archiving a product leaves its prices active, although they cannot be sold. */
function canBeSold({ active, product }: Stripe.Price): boolean {
  return active && typeof product === 'object' && !product.deleted && product.active;
}

/**
 * The id of the Stripe price for a plan at this amount, which need not be the plan's current amount. Created if needed.
 * @param replaces - id of the price that can no longer be sold. It is part of the idempotency key, so that Stripe does
 * not return that price again
 * @throws DomainError payments_unavailable
 */
export async function findOrCreatePrice(
  deps: Deps,
  plan: PaidPlan,
  priceCents: number,
  replaces: string | null = null,
): Promise<string> {
  return askStripe(async () => {
    const lookupKey = `academy_${plan}_${priceCents}_usd_month`;
    const listed = await deps.stripe.prices.list({
      lookup_keys: [lookupKey],
      active: true,
      limit: 1,
      expand: ['data.product'],
    });
    const known = listed.data[0];
    const isMatch = known?.unit_amount === priceCents && known.metadata.plan === plan;
    if (known && isMatch && canBeSold(known)) {
      await includeTax(deps, known);
      return known.id;
    }
    const replacedId = known?.id ?? replaces ?? 'first';
    const created = await retryWhileInProgress(() =>
      deps.stripe.prices.create(
        {
          currency: 'usd',
          unit_amount: priceCents,
          recurring: { interval: 'month' },
          tax_behavior: 'inclusive',
          lookup_key: lookupKey,
          transfer_lookup_key: true,
          // The plan of a subscription is read from the metadata of its price.
          metadata: { plan },
          product_data: { name: `${planNames[plan]} membership` },
        },
        {
          // For a day, Stripe returns a stored failure for the same key, so the key changes every hour.
          idempotencyKey: `plan-price:${plan}:${priceCents}:${replacedId}:${Math.floor(deps.now().getTime() / hourMs)}`,
        },
      ),
    );
    return created.id;
  });
}

/**
 * The plan of a Stripe price; undefined for a price that another application created or that Stripe does not know.
 * @throws DomainError payments_unavailable
 */
export async function planOfPrice(deps: Deps, priceId: string): Promise<PaidPlan | undefined> {
  const known = await findPlanOfPrice(deps.db, priceId);
  if (known) return known;
  const price = await askStripeIfKnown(() => deps.stripe.prices.retrieve(priceId));
  return price && planIn(price.metadata);
}
