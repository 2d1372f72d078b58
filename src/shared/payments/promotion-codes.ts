import { z } from 'zod';
import { limits } from '../limits.ts';
import { cursorInput, pageView } from '../paging.ts';
import { productIdSchema } from '../shop/products.ts';
import { paidPlans, planInput } from './billing.ts';

/** The one answer for every code that does not apply, so that codes cannot be guessed by their errors. */
export const promotionCodeRefusal = 'This code is not valid here. Check it, or go on without it.';

/** A code as stored: in capitals. Malformed codes give the same error as unknown ones. */
export const promotionCodeSchema = z
  .string({ error: promotionCodeRefusal })
  .max(200, promotionCodeRefusal)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{3,40}$/, promotionCodeRefusal);

/** What a code applies to. */
export const promotionScopeKinds = ['everything', 'products', 'plans', 'product', 'plan'] as const;
export type PromotionScopeKind = (typeof promotionScopeKinds)[number];

const paidPlan = z.enum(paidPlans, { error: 'Choose Silver, Gold or Diamond' });

/** Input of `shop.checkPromotionCode`: exactly one of product and plan. */
export const checkPromotionCodeInput = z
  .object({
    /** Parsed by the operation, so that malformed text gives the same error as an unknown code. */
    code: z.string({ error: promotionCodeRefusal }).max(200, promotionCodeRefusal),
    productId: productIdSchema.optional(),
    plan: paidPlan.optional(),
  })
  .refine(({ productId, plan }) => (productId === undefined) !== (plan === undefined), {
    path: ['productId'],
    error: 'Say what the code is for: a product or a membership',
  });
export type CheckPromotionCodeInput = z.infer<typeof checkPromotionCodeInput>;

/** POST /api/create-subscription-session. A code counts for the first payment only. */
export const createSubscriptionSessionInput = planInput.extend({
  promotionCode: promotionCodeSchema.optional(),
});
export type CreateSubscriptionSessionInput = z.infer<typeof createSubscriptionSessionInput>;

/** The discount of a code in US cents. The operation that opens the payment page computes it again. */
export const promotionPreviewView = z.object({
  code: z.string(),
  discountCents: z.int(),
  /** US cents to pay; for a plan, of the first payment only. */
  totalCents: z.int(),
});
export type PromotionPreview = z.infer<typeof promotionPreviewView>;

const scopeView = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['everything', 'products', 'plans']) }),
  z.object({ kind: z.literal('product'), productId: z.int(), title: z.string() }),
  z.object({ kind: z.literal('plan'), plan: z.enum(paidPlans) }),
]);

/** A code as admins see it. Amounts in US cents, times ISO. */
export const adminPromotionCodeView = z.object({
  id: z.uuid(),
  code: z.string(),
  percentOff: z.int().nullable(),
  amountOffCents: z.int().nullable(),
  scope: scopeView,
  expiresAt: z.string().nullable(),
  maxRedemptions: z.int().nullable(),
  redemptions: z.int(),
  /** US cents of discount of all redemptions. */
  discountedCents: z.int(),
  /** It stands at Stripe, too. One that does not is finished by saving it again with the same id. */
  isReady: z.boolean(),
  endedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type AdminPromotionCode = z.infer<typeof adminPromotionCodeView>;

/** Newest first. */
export const adminPromotionCodesView = z.object({ items: z.array(adminPromotionCodeView) });

const newCode = z
  .string({ error: 'Enter a code such as SPRING20' })
  .max(200, 'Use 3 to 40 letters, digits and hyphens')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{3,40}$/, 'Use 3 to 40 letters, digits and hyphens');

const newScope = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.enum(['everything', 'products', 'plans']) }),
    z.object({ kind: z.literal('product'), productId: productIdSchema }),
    z.object({ kind: z.literal('plan'), plan: paidPlan }),
  ],
  { error: 'Choose what the code is for' },
);

export const createPromotionCodeInput = z
  .object({
    /** Created by the browser once per form, so that a repeated click continues the first one. */
    id: z.uuid('Open the form again'),
    code: newCode,
    percentOff: z
      .int('Enter a whole percentage')
      .min(1, 'Enter a percentage from 1 to 99')
      .max(99, 'Enter a percentage from 1 to 99')
      .optional(),
    amountOffCents: z
      .int('Enter an amount such as 5.00')
      .min(limits.priceMinCents, 'At least $0.50')
      .max(limits.priceMaxCents, 'At most $999,999.99')
      .optional(),
    scope: newScope,
    expiresAt: z.iso.datetime({ offset: true, error: 'Enter a date such as 2027-01-31' }).optional(),
    maxRedemptions: z
      .int('Enter a whole number')
      .min(1, 'At least 1')
      .max(1_000_000, 'At most 1,000,000')
      .optional(),
  })
  .refine(({ percentOff, amountOffCents }) => (percentOff === undefined) !== (amountOffCents === undefined), {
    path: ['percentOff'],
    error: 'Enter a percentage or an amount',
  });
export type CreatePromotionCodeInput = z.infer<typeof createPromotionCodeInput>;

export const promotionCodeIdInput = z.object({ id: z.uuid('Unknown code') });

export const promotionRedemptionsInput = z.object({
  id: z.uuid('Unknown code'),
  cursor: cursorInput,
});
export type PromotionRedemptionsInput = z.infer<typeof promotionRedemptionsInput>;

export const promotionRedemptionsView = pageView(
  z.object({
    at: z.string(),
    userId: z.string().nullable(),
    email: z.string().nullable(),
    /** Title of the product, or the plan's name. */
    what: z.string(),
    paidCents: z.int(),
    discountCents: z.int(),
  }),
);
export type PromotionRedemptions = z.infer<typeof promotionRedemptionsView>;

/** `20%` and the like are worked out here alone: half a cent goes to the buyer, as at Stripe. @returns US cents */
export function promotionDiscount(
  off: { percentOff: number | null; amountOffCents: number | null },
  priceCents: number,
): number {
  return off.percentOff === null
    ? (off.amountOffCents ?? 0)
    : Math.round((priceCents * off.percentOff) / 100);
}
