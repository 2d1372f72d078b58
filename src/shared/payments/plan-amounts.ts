import { z } from 'zod';
import { planRank } from '../access/plan-rules.ts';
import { limits } from '../limits.ts';
import { type PaidPlan, paidPlans, planNames } from './billing.ts';

const amount = z
  .int({ error: 'Enter an amount such as 9.99' })
  .min(limits.priceMinCents, 'At least $0.50')
  .max(limits.priceMaxCents, 'At most $999,999.99');

/** The two amounts of a plan, both US cents a month. */
export const planAmountsView = z.object({
  plan: z.enum(paidPlans),
  /** What Checkout charges and the plan and payment pages show. */
  priceCents: z.int(),
  /** What the admin overview shows. */
  listPriceCents: z.int(),
  updatedAt: z.string(),
  /** Subscriptions that renew at another price than today's: a change reaches nobody who was not told. */
  onFormerPrice: z.int(),
  /** Those among them that were told of today's price. */
  told: z.int(),
});
export type PlanAmounts = z.infer<typeof planAmountsView>;

export const savePlanAmountsInput = z.object({
  plan: z.enum(paidPlans, { error: 'Choose Silver, Gold or Diamond' }),
  priceCents: amount,
  listPriceCents: amount,
});
/** Today's price is to hold for earlier subscribers as well, 30 days from now. */
export const announcePriceInput = z.object({
  plan: z.enum(paidPlans, { error: 'Choose Silver, Gold or Diamond' }),
  /** As it was shown: refused with 409 when it is another one meanwhile. */
  priceCents: z.int({ error: 'The price that was shown is missing' }),
});
export type AnnouncePriceInput = z.infer<typeof announcePriceInput>;

export const announcedPriceView = z.object({
  /** People who were told now. */
  told: z.int(),
  /** ISO; the first renewal at or after it is charged at the new price. */
  from: z.string(),
});
export type AnnouncedPrice = z.infer<typeof announcedPriceView>;

export type SavePlanAmounts = z.infer<typeof savePlanAmountsInput>;

/** What would be out of order if `plan` cost this: "Silver would cost more than Gold." Undefined when nothing changes for the worse. */
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
