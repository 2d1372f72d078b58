import { z } from 'zod';
import { planRank } from '../access/tier-gate.ts';
import { limits } from '../limits.ts';
import { paidPlanSchema, paidPlans } from './billing.ts';
import { planNames } from './plan-names.ts';

const amount = z
  .int({ error: 'Enter an amount such as 9.99' })
  .min(limits.priceMinCents, 'At least $0.50')
  .max(limits.priceMaxCents, 'At most $999,999.99');

/** The two amounts of a plan, in US cents per month. */
export const planAmountsView = z.object({
  plan: z.enum(paidPlans),
  /** The amount that Checkout charges and that the plan and payment pages show. */
  priceCents: z.int(),
  /** The amount that the admin dashboard shows. */
  listPriceCents: z.int(),
  updatedAt: z.string(),
  /** How many subscriptions have a price other than today's. Those on hold or about to end or change do not count. */
  onFormerPrice: z.int(),
  /** How many of these subscriptions have a user who was notified that a later renewal will charge today's price. */
  notified: z.int(),
  /** How many have a user who will be notified of today's price after another announced price has been applied. */
  notifiedLater: z.int(),
});
export type PlanAmounts = z.infer<typeof planAmountsView>;

export const planAmountsInput = z.object({
  plan: paidPlanSchema,
  priceCents: amount,
  listPriceCents: amount,
  /** The amounts that the admin saw. If another admin has changed them since, nothing is saved. */
  before: z.object({ priceCents: z.int(), listPriceCents: z.int() }).optional(),
});
export type SavePlanAmounts = z.infer<typeof planAmountsInput>;

/** All plans are changed or, if one is rejected, none. */
export const savePlanAmountsInput = z
  .array(planAmountsInput)
  .min(1, 'Nothing was changed')
  .max(paidPlans.length)
  .refine((all) => new Set(all.map(({ plan }) => plan)).size === all.length, 'The same plan appears twice');

/** Announces today's price to subscribers with a different price. Renewals at least 30 days later charge it. */
export const announcePriceInput = z.object({
  plan: paidPlanSchema,
  /** As shown to the admin. Rejected with 409 if it has changed since. */
  priceCents: z.int({ error: 'The price that was shown is missing' }),
});
export type AnnouncePriceInput = z.infer<typeof announcePriceInput>;

export const announcedPriceView = z.object({
  /** The number of users notified by this call. */
  notified: z.int(),
  /** The number of users who will be notified after another announced price has been applied. */
  notifiedLater: z.int(),
  /** ISO 8601. Renewals from this time on charge the new price. */
  from: z.string(),
});
export type AnnouncedPrice = z.infer<typeof announcedPriceView>;

type Price = Pick<PlanAmounts, 'plan' | 'priceCents'>;

/** Each pair of plans of which the lower one costs more, as a sentence such as "Silver would cost more than Gold." */
function wrongOrders(prices: readonly Price[]): string[] {
  return prices.flatMap((lower) =>
    prices
      .filter(
        ({ plan, priceCents }) => planRank(plan) > planRank(lower.plan) && priceCents < lower.priceCents,
      )
      .map((higher) => `${planNames[lower.plan]} would cost more than ${planNames[higher.plan]}.`),
  );
}

/**
 * A warning about the first pair of plans that the changed prices put in the wrong order. A pair that was in the wrong
 * order before causes no warning.
 */
export function planOrderWarning(before: readonly Price[], changed: readonly Price[]): string | undefined {
  const after = before.map((price) => changed.find(({ plan }) => plan === price.plan) ?? price);
  const known = wrongOrders(before);
  return wrongOrders(after).find((warning) => !known.includes(warning));
}
