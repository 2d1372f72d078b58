import { z } from 'zod';
import { subscriptionPlans } from '../enums.ts';
import { limits } from '../limits.ts';
import { optionalText, requiredLine } from '../text-schemas.ts';

/** The plans on sale. `custom` can only be granted. */
export const paidPlans = ['silver', 'gold', 'diamond'] as const;
export type PaidPlan = (typeof paidPlans)[number];

/** The plans on the plans page. */
export const offeredPlans = ['free', ...paidPlans] as const;
export type OfferedPlan = (typeof offeredPlans)[number];

export const grantablePlans = [...paidPlans, 'custom'] as const;

/** A tier of `/subscription-plans`. */
export const planOfferView = z.object({
  plan: z.enum(offeredPlans),
  /** Position in the hierarchy, starting at 0 for free. */
  rank: z.int(),
  /** US cents charged per month. */
  priceCents: z.int(),
  /** List price in US cents per month. */
  listPriceCents: z.int(),
  /** Numbers of the included coaching plans, ascending. */
  opens: z.array(z.int()),
  /** How many of their own hands members can store. */
  storedHands: z.int(),
  /** How many of their own ranges members can store. */
  ownRanges: z.int(),
  /** How many active links to their hands members can have at a time. */
  shareLinks: z.int(),
  /** How many questions members may ask coaches each month. */
  questions: z.int(),
  /** The coaching plans that the next lower tier does not include. */
  adds: z.array(z.object({ pdfNumber: z.int(), title: z.string(), description: z.string() })),
});
export type PlanOffer = z.infer<typeof planOfferView>;

export const paidPlanSchema = z.enum(paidPlans, { error: 'Choose Silver, Gold or Diamond' });

/** Input of `payments.previewPlanChange` and of a new subscription. */
export const planInput = z.object({ plan: paidPlanSchema });

/** The URL of a page at the payment provider. */
export const hostedPageView = z.object({ url: z.string() });

/** The cost of a plan change, shown before the user confirms. */
export const planChangeView = z.object({
  kind: z.enum(['upgrade', 'downgrade', 'same']),
  /** US cents charged immediately; 0 except for an upgrade. */
  todayCents: z.int(),
  /** US cents per month from `nextChargeAt` on. */
  thenCents: z.int(),
  /**
   * If an upgrade is free until `nextChargeAt`: how many more question credits per month the user gets from that
   * time on. 0 for any other change.
   */
  laterQuestions: z.int(),
  /** ISO 8601. */
  nextChargeAt: z.string(),
  currency: z.string(),
  /** ISO 8601. When the new plan starts. */
  effectiveAt: z.string(),
});
export type PlanChange = z.infer<typeof planChangeView>;

/** POST /api/subscription/change. Rejected with 409 if the cost differs from the preview. */
export const changePlanInput = z.object({
  plan: paidPlanSchema,
  /** `todayCents` of the preview. */
  expectedTodayCents: z
    .int({ error: 'The amount that was shown is missing' })
    .min(0, 'The amount is not valid')
    .max(limits.priceMaxCents, 'The amount is not valid'),
  /** `thenCents` of the preview. A client of the previous version does not send it. */
  expectedThenCents: z.int('The amount is not valid').optional(),
});
export type ChangePlanInput = z.infer<typeof changePlanInput>;

const planGrantView = z.object({
  id: z.uuid(),
  plan: z.enum(grantablePlans),
  /** For display only: the price agreed outside the site. */
  amountCents: z.int().nullable(),
  description: z.string().nullable(),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  /** The grant is in effect now. */
  isActive: z.boolean(),
});
export type PlanGrant = z.infer<typeof planGrantView>;

/** The user's plan and what pays for it. All times are ISO 8601, all amounts US cents. */
export const mySubscriptionView = z.object({
  /** The plan in effect: the highest of subscription and grants. */
  plan: z.enum(subscriptionPlans),
  source: z.enum(['subscription', 'grant', 'none']),
  /** The plan of the paid subscription, which a grant may exceed; null without a current subscription. */
  subscribedPlan: z.enum(paidPlans).nullable(),
  /** Stripe's status, such as `active` or `past_due`; null without a current subscription. */
  status: z.string().nullable(),
  /** The user's monthly price, which may differ from today's price. */
  priceCents: z.int().nullable(),
  currency: z.string(),
  currentPeriodEnd: z.string().nullable(),
  /** Access ends at `currentPeriodEnd`. `resumeSubscription` reverts this. */
  cancelAtPeriodEnd: z.boolean(),
  /** A downgrade scheduled for `pendingFrom`. `resumeSubscription` reverts this. */
  pendingPlan: z.enum(paidPlans).nullable(),
  pendingFrom: z.string().nullable(),
  /** US cents per month from `pendingFrom` on; null if not known. */
  pendingPriceCents: z.int().nullable(),
  /** Whether the missing payment is the first, which starts the membership. A later one continues or restores it. */
  awaitsFirstPayment: z.boolean(),
  pastDueSince: z.string().nullable(),
  /** The status is `past_due`, but nothing has failed: the bank is processing the debit of the renewal. */
  awaitsDebit: z.boolean(),
  /** When access ends after a failed renewal. */
  graceEndsAt: z.string().nullable(),
  /** Where an open invoice can be paid or confirmed with the bank; null if there is none. */
  payUrl: z.string().nullable(),
  /** The open payment requires authentication by the user's bank, at `payUrl`. */
  needsConfirmation: z.boolean(),
  /**
   * US cents of the next renewal with `subscribedPlan`; null without a current subscription. After a scheduled
   * downgrade, the renewal charges `pendingPriceCents` instead.
   */
  renewalCents: z.int().nullable(),
  /** The announced monthly price, charged from the first renewal at or after `announcedFrom`. */
  announcedPriceCents: z.int().nullable(),
  announcedFrom: z.string().nullable(),
  /** Why the user has less than the subscribed plan; null if they have all of it. */
  suspension: z
    .object({
      /** The plan in effect during the suspension; null if no plan is in effect. */
      coveredPlan: z.enum(paidPlans).nullable(),
      since: z.string(),
      /** The end of the period that `payments` paid for; the bank may decide earlier. Null if unknown. */
      until: z.string().nullable(),
      /** The payments that are disputed or were lost in a dispute; empty if a refund ended the access. */
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
  /** Active and future grants, newest first. */
  grants: z.array(planGrantView),
  /** The user is a customer at the payment provider, and so can open the provider's billing portal. */
  canManage: z.boolean(),
});
export type MySubscription = z.infer<typeof mySubscriptionView>;

/** The result of a change, with the message to show. */
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
      .max(limits.priceMaxCents, 'The amount can be at most $999,999.99')
      .nullish(),
    description: optionalText(limits.textMaxLength).nullish(),
    reason: requiredLine('Say why the membership is given'),
    /** Defaults to now. */
    startsAt: instant.nullish(),
    /** Open-ended if absent. */
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

export const adminPlanGrantView = planGrantView.extend({
  userId: z.uuid(),
  reason: z.string(),
  grantedByName: z.string(),
  revokedAt: z.string().nullable(),
  revokeReason: z.string().nullable(),
  createdAt: z.string(),
});
export type AdminPlanGrant = z.infer<typeof adminPlanGrantView>;

/** The subscriptions and grants of a user, on the admin's user page. */
export const adminPlansView = z.object({
  plan: z.enum(subscriptionPlans),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      plan: z.enum(paidPlans),
      status: z.string(),
      priceCents: z.int(),
      /** US cents of the next renewal with this plan, including an announced price that applies by then. */
      renewalCents: z.int(),
      currentPeriodEnd: z.string().nullable(),
      cancelAtPeriodEnd: z.boolean(),
      pastDueSince: z.string().nullable(),
      pendingPlan: z.enum(paidPlans).nullable(),
      /** The user has a newer subscription, so this one needs review, usually a refund. */
      isDuplicate: z.boolean(),
      /** Since when the user has less than the plan: a payment is disputed, a dispute was lost, or a refund ended access. */
      suspendedAt: z.string().nullable(),
      /** The plan in effect during the suspension; null if no plan is in effect. */
      coveredPlan: z.enum(paidPlans).nullable(),
      createdAt: z.string(),
    }),
  ),
  /** All grants, including ended ones, newest first. */
  grants: z.array(adminPlanGrantView),
});
export type AdminPlans = z.infer<typeof adminPlansView>;
export type AdminSubscription = AdminPlans['subscriptions'][number];

/** A running subscription whose price at Stripe belongs to no plan. It keeps its previous plan while it is on hold. */
export const subscriptionOnHoldView = z.object({
  /** Stripe's subscription id. */
  id: z.string(),
  userId: z.uuid(),
  userName: z.string(),
  plan: z.enum(paidPlans),
  status: z.string(),
  /** US cents that Stripe charges per month. */
  priceCents: z.int(),
  heldAt: z.string(),
});
export type SubscriptionOnHoldView = z.infer<typeof subscriptionOnHoldView>;

export const subscriptionIdInput = z.object({
  subscriptionId: z.string().regex(/^sub_\w{4,100}$/, 'Unknown subscription'),
});

export const endRenewalsInput = subscriptionIdInput.extend({
  reason: requiredLine('Say why the renewals are ended'),
});
export type EndRenewalsInput = z.infer<typeof endRenewalsInput>;

export const renewalsEndedView = z.object({
  /** ISO 8601. When access ends; null if immediately. */
  endsAt: z.string().nullable(),
});
export type RenewalsEnded = z.infer<typeof renewalsEndedView>;
