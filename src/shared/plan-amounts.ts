import { z } from 'zod';
import { paidPlans } from './billing.ts';
import { limits } from './limits.ts';

const amount = z
  .int({ error: 'Enter an amount such as 9.99' })
  .min(limits.priceMinCents, 'At least $0.50')
  .max(limits.priceMaxCents, 'At most $999,999.99');

/** The two amounts of a plan (D-50), both US cents a month. */
export const planAmountsView = z.object({
  plan: z.enum(paidPlans),
  /** What Checkout charges and the plan and payment pages show. */
  priceCents: z.int(),
  /** What the admin overview shows. */
  listPriceCents: z.int(),
  updatedAt: z.string(),
  /** Running subscriptions at another price than today's: a change never reaches them (E13). */
  onFormerPrice: z.int(),
});
export type PlanAmounts = z.infer<typeof planAmountsView>;

export const savePlanAmountsInput = z.object({
  plan: z.enum(paidPlans, { error: 'Choose Silver, Gold or Diamond' }),
  priceCents: amount,
  listPriceCents: amount,
});
export type SavePlanAmounts = z.infer<typeof savePlanAmountsInput>;
