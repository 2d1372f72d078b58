import { z } from 'zod';
import { subscriptionPlans } from '../enums.ts';
import { limits } from '../limits.ts';
import { optionalText, requiredLine } from '../text-schemas.ts';

/** The plans that are sold; `custom` is only ever granted. */
export const paidPlans = ['silver', 'gold', 'diamond'] as const;
export type PaidPlan = (typeof paidPlans)[number];

/** A plan on the plans page. */
export const offeredPlans = ['free', ...paidPlans] as const;
export type OfferedPlan = (typeof offeredPlans)[number];

export const grantablePlans = [...paidPlans, 'custom'] as const;

export const planNames: Record<(typeof subscriptionPlans)[number], string> = {
  free: 'Free',
  silver: 'Silver',
  gold: 'Gold',
  diamond: 'Diamond',
  custom: 'Custom',
};

/** A tier of `/subscription-plans`. */
export const planOfferView = z.object({
  plan: z.enum(offeredPlans),
  /** Position in the hierarchy, 0 for free. */
  rank: z.int(),
  /** US cents that are charged each month. */
  priceCents: z.int(),
  /** US cents of the list price. */
  listPriceCents: z.int(),
  /** Numbers of the coaching plans that it opens, ascending. */
  opens: z.array(z.int()),
  /** The coaching plans that the tier below does not open. */
  adds: z.array(z.object({ pdfNumber: z.int(), title: z.string(), description: z.string() })),
});
export type PlanOffer = z.infer<typeof planOfferView>;

const paidPlan = z.enum(paidPlans, { error: 'Choose Silver, Gold or Diamond' });

/** Input of `payments.previewPlanChange` and of a new subscription. */
export const planInput = z.object({ plan: paidPlan });

/** An address at the payment provider to go to. */
export const hostedPageView = z.object({ url: z.string() });

/** What a change of plan costs, shown before the user confirms. */
export const planChangeView = z.object({
  kind: z.enum(['upgrade', 'downgrade', 'same']),
  /** US cents charged at once; 0 unless it is an upgrade. */
  todayCents: z.int(),
  /** US cents of each month from `nextChargeAt` on. */
  thenCents: z.int(),
  /** ISO. */
  nextChargeAt: z.string(),
  currency: z.string(),
  /** ISO; when the new plan begins. */
  effectiveAt: z.string(),
});
export type PlanChange = z.infer<typeof planChangeView>;

/** POST /api/subscription/change. Rejected with 409 if the cost differs from what was shown. */
export const changePlanInput = z.object({
  plan: paidPlan,
  /** `todayCents` of the preview. */
  expectedTodayCents: z
    .int({ error: 'The amount that was shown is missing' })
    .min(0, 'The amount is not valid')
    .max(limits.priceMaxCents, 'The amount is not valid'),
});
export type ChangePlanInput = z.infer<typeof changePlanInput>;

const planGrantView = z.object({
  id: z.uuid(),
  plan: z.enum(grantablePlans),
  /** Display only: the price that was agreed on elsewhere. */
  amountCents: z.int().nullable(),
  description: z.string().nullable(),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  /** Counts at this moment. */
  isActive: z.boolean(),
});
export type PlanGrant = z.infer<typeof planGrantView>;

/** The user's plan and what pays for it. All times ISO, all amounts US cents. */
export const mySubscriptionView = z.object({
  /** The plan in effect: the highest of subscription and grants. */
  plan: z.enum(subscriptionPlans),
  source: z.enum(['subscription', 'grant', 'none']),
  /** The plan of the paid subscription, which a grant may exceed; null without one that is not over. */
  subscribedPlan: z.enum(paidPlans).nullable(),
  /** Stripe's word, such as `active` or `past_due`; null without a subscription that is not over. */
  status: z.string().nullable(),
  /** What this user pays a month, which may differ from today's price. */
  priceCents: z.int().nullable(),
  currency: z.string(),
  currentPeriodEnd: z.string().nullable(),
  /** Access ends at `currentPeriodEnd`; `resumeSubscription` takes it back. */
  cancelAtPeriodEnd: z.boolean(),
  /** A downgrade that waits for `pendingFrom`; `resumeSubscription` takes it back. */
  pendingPlan: z.enum(paidPlans).nullable(),
  pendingFrom: z.string().nullable(),
  pastDueSince: z.string().nullable(),
  /** Until when a failed renewal keeps access. */
  graceEndsAt: z.string().nullable(),
  /** Where an open invoice can be paid or confirmed with the bank; null without one. */
  payUrl: z.string().nullable(),
  /** The missing payment requires authentication by the user's bank, at `payUrl`. */
  needsConfirmation: z.boolean(),
  /** Another price a month that was announced, from the first renewal at or after `announcedFrom`. */
  /** US cents that the next renewal is charged; null without a subscription that is not over. */
  renewalCents: z.int().nullable(),
  announcedPriceCents: z.int().nullable(),
  announcedFrom: z.string().nullable(),
  /** Why less than the subscribed plan counts; null while all of it does. */
  suspension: z
    .object({
      /** What the other payments of the period paid for; null if nothing remains. */
      coveredPlan: z.enum(paidPlans).nullable(),
      since: z.string(),
      /** The end of the period that the payments below paid for, unless the bank decides before; null where not known. */
      until: z.string().nullable(),
      /** Those that the bank disputes, or has given back; none when a refund ended the access. */
      payments: z.array(
        z.object({
          description: z.string(),
          amountCents: z.int(),
          paidAt: z.string(),
          status: z.enum(['disputed', 'lost']),
        }),
      ),
    })
    .nullable(),
  /** Active and coming ones, newest first. */
  grants: z.array(planGrantView),
  /** There is a customer at the payment provider: the portal can be opened. */
  canManage: z.boolean(),
});
export type MySubscription = z.infer<typeof mySubscriptionView>;

/** The state after a change, and the sentence to show. */
export const subscriptionChangedView = z.object({ success: z.literal(true), message: z.string() });
export type SubscriptionChanged = z.infer<typeof subscriptionChangedView>;

const instant = z.iso.datetime({ offset: true, error: 'Enter a date such as 2027-01-31' });

export const grantPlanInput = z
  .object({
    userId: z.uuid('Unknown user'),
    plan: z.enum(grantablePlans, { error: 'Choose Silver, Gold, Diamond or Custom' }),
    amountCents: z
      .int('Enter an amount such as 49.00')
      .min(0, 'The amount cannot be negative')
      .max(limits.priceMaxCents, 'This amount is too large')
      .nullish(),
    description: optionalText(limits.textMaxLength).nullish(),
    reason: requiredLine('Say why the membership is given'),
    /** Now when absent. */
    startsAt: instant.nullish(),
    /** Open-ended when absent. */
    endsAt: instant.nullish(),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(endsAt) > Date.parse(startsAt), {
    path: ['endsAt'],
    error: 'The end must be after the start',
  });
export type GrantPlanInput = z.infer<typeof grantPlanInput>;

export const revokeGrantInput = z.object({
  grantId: z.uuid('Unknown grant'),
  reason: requiredLine('Say why the membership is taken back'),
});
export type RevokeGrantInput = z.infer<typeof revokeGrantInput>;

/** A grant as admins see it. */
export const adminPlanGrantView = planGrantView.extend({
  userId: z.uuid(),
  reason: z.string(),
  grantedByName: z.string(),
  revokedAt: z.string().nullable(),
  revokeReason: z.string().nullable(),
  createdAt: z.string(),
});
export type AdminPlanGrant = z.infer<typeof adminPlanGrantView>;

/** The subscription and grants of a user, on the admin's user page. */
export const adminPlansView = z.object({
  plan: z.enum(subscriptionPlans),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      plan: z.enum(paidPlans),
      status: z.string(),
      priceCents: z.int(),
      currentPeriodEnd: z.string().nullable(),
      cancelAtPeriodEnd: z.boolean(),
      pastDueSince: z.string().nullable(),
      pendingPlan: z.enum(paidPlans).nullable(),
      /** Another subscription of the same person is newer: this one needs a look, usually a refund. */
      isDuplicate: z.boolean(),
      /** Less than the plan counts since then: a payment is disputed or lost, or its access was ended. */
      suspendedAt: z.string().nullable(),
      /** The plan in effect meanwhile; null for none. */
      coveredPlan: z.enum(paidPlans).nullable(),
      createdAt: z.string(),
    }),
  ),
  /** All that there ever were, newest first. */
  grants: z.array(adminPlanGrantView),
});
export type AdminPlans = z.infer<typeof adminPlansView>;

/** An active subscription whose price at Stripe names no plan: it keeps its previous plan until an admin decides. */
export const subscriptionOnHoldView = z.object({
  /** Stripe's. */
  id: z.string(),
  userId: z.uuid(),
  userName: z.string(),
  plan: z.enum(paidPlans),
  status: z.string(),
  /** US cents a month that Stripe charges now. */
  priceCents: z.int(),
  heldAt: z.string(),
});
export type SubscriptionOnHoldView = z.infer<typeof subscriptionOnHoldView>;

export const subscriptionIdInput = z.object({
  subscriptionId: z.string().regex(/^sub_\w{4,100}$/, 'Unknown subscription'),
});
