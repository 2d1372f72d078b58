import { z } from 'zod';
import { planRank } from '../access/tier-gate.ts';
import { limits } from '../limits.ts';
import { type PaidPlan, paidPlans, planNames } from './billing.ts';

const amount = z
  .int({ error: 'Enter an amount such as 9.99' })
  .min(limits.priceMinCents, 'At least $0.50')
  .max(limits.priceMaxCents, 'At most $999,999.99');

/** The two amounts of a plan, in US cents per month. */
export const planAmountsView = z.object({
  plan: z.enum(paidPlans),
  /** The amount that Checkout charges and that the plan and payment pages show. */
  priceCents: z.int(),
  /** The amount that the admin overview shows. */
  listPriceCents: z.int(),
  updatedAt: z.string(),
  /** Subscriptions that renew at a price other than today's, because their users were not notified of it. */
  onFormerPrice: z.int(),
  /** Those of them whose users were notified of today's price. */
  told: z.int(),
});
export type PlanAmounts = z.infer<typeof planAmountsView>;

export const savePlanAmountsInput = z.object({
  plan: z.enum(paidPlans, { error: 'Choose Silver, Gold or Diamond' }),
  priceCents: amount,
  listPriceCents: amount,
});
/** Announces today's price to subscribers with a different price. It applies 30 days from now. */
export const announcePriceInput = z.object({
  plan: z.enum(paidPlans, { error: 'Choose Silver, Gold or Diamond' }),
  /** As shown to the admin. Rejected with 409 if it has changed since. */
  priceCents: z.int({ error: 'The price that was shown is missing' }),
});
export type AnnouncePriceInput = z.infer<typeof announcePriceInput>;

export const announcedPriceView = z.object({
  /** The number of users notified by this call. */
  told: z.int(),
  /** ISO 8601. The first renewal at or after it is charged at the new price. */
  from: z.string(),
});
export type AnnouncedPrice = z.infer<typeof announcedPriceView>;

export type SavePlanAmounts = z.infer<typeof savePlanAmountsInput>;

/**
 * A warning if `plan` had this price, such as "Silver would cost more than Gold."; undefined if prices stay in order.
 */
export function disorderOf(
  plans: readonly Pick<PlanAmounts, 'plan' | 'priceCents'>[],
  plan: PaidPlan,
  priceCents: number,
): string | undefined {
  const before = plans.find((known) => known.plan === plan);
  if (before?.priceCents === priceCents) return undefined;
  for (const other of plans) {
    const isHigher = planRank(other.plan) > planRank(plan);
    const isLower = planRank(other.plan) < planRank(plan);
    if (isHigher && other.priceCents < priceCents) {
      return `${planNames[plan]} would cost more than ${planNames[other.plan]}.`;
    }
    if (isLower && other.priceCents > priceCents) {
      return `${planNames[other.plan]} would cost more than ${planNames[plan]}.`;
    }
  }
  return undefined;
}
