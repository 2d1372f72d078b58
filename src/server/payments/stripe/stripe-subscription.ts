import type Stripe from 'stripe';
import { planRank } from '../../../shared/access/tier-gate.ts';
import { type PaidPlan, paidPlans } from '../../../shared/payments/billing.ts';
import { finalStatuses, liveStatuses } from '../../../shared/payments/subscription-statuses.ts';

/** The fields of a Stripe subscription that we store. */
export type SubscriptionFacts = {
  id: string;
  customerId: string;
  plan: PaidPlan;
  /**
   * True if no price of the subscription belongs to one of our plans. `plan` is then the stored plan or, if none is
   * stored, the plan that the subscription started with.
   */
  hasForeignPrice: boolean;
  priceId: string;
  itemId: string;
  status: string;
  priceCents: number;
  currency: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** When the subscription ends without another charge; null while it renews. */
  endsAt: Date | null;
  scheduleId: string | null;
  pendingPlan: PaidPlan | null;
  pendingFrom: Date | null;
  /** The price after a scheduled downgrade; null without a downgrade, or if its schedule names no price. */
  pendingPriceCents: number | null;
  /**
   * Whether the subscription has a schedule that is not one of our downgrades, or a downgrade whose phases are not
   * written yet. Either may change or end the subscription.
   */
  hasForeignSchedule: boolean;
  latestInvoiceId: string | null;
  isLatestInvoicePaid: boolean;
  isLatestInvoiceOfUpgrade: boolean;
  /** When the open invoice was created; null if no invoice is open, or if the invoice was not expanded. */
  invoiceOpenedAt: Date | null;
  /** The amount due on the latest invoice, in cents; null if the invoice is neither a draft nor open. */
  dueCents: number | null;
  payUrl: string | null;
  createdAt: Date;
};

/** The fields to expand whenever a subscription is read. */
export const subscriptionExpansions = ['schedule', 'latest_invoice'] as const;

/** Whether a subscription with this status has ended: Stripe never reactivates it. */
export function isFinal(status: string): boolean {
  return finalStatuses.includes(status);
}

/**
 * For a subscription that has not ended: whether Stripe may still collect an open invoice. Only an immediate
 * cancellation stops the collection.
 */
export function isCollecting(status: string): boolean {
  return status !== 'active' && status !== 'trialing';
}

/** Whether the status is active, trialing or past due; past due grants access only for a grace period. */
export function isLive(status: string): boolean {
  return liveStatuses.includes(status);
}

/** The id in a field that may contain the expanded object. */
export function idOf(field: string | { id: string }): string;
export function idOf(field: string | { id: string } | null | undefined): string | null;
export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}

/**
 * When a subscription ends without another charge, in seconds; null while it renews. Stripe has two fields for this
 * time: with flexible billing, the portal writes `cancel_at`; in Stripe's dashboard, either may be set. A `cancel_at`
 * after the current period does not count yet.
 */
export function endOf(subscription: Stripe.Subscription): number | null {
  const { cancel_at: at, cancel_at_period_end: endsWithPeriod, items } = subscription;
  const periodEnd = Math.max(...items.data.map((item) => item.current_period_end));
  if (at !== null && at <= periodEnd) return at;
  return endsWithPeriod ? periodEnd : null;
}

/** The update that reverts a cancellation, in the field that contains it; an empty object without a cancellation. */
export function withoutEnd(
  subscription: Stripe.Subscription,
): Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end'> {
  if (subscription.cancel_at_period_end) return { cancel_at_period_end: false };
  return subscription.cancel_at === null ? {} : { cancel_at: '' };
}

function instant(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** The plan named in the metadata of our prices. */
export function planIn(metadata: Stripe.Metadata | null | undefined): PaidPlan | undefined {
  return paidPlans.find((plan) => plan === metadata?.plan);
}

/**
 * Reads a subscription that was retrieved or listed with `subscriptionExpansions`. Our prices name their plan; of
 * several items, the item with the highest plan counts.
 * @param lastPlan - the stored plan, for a subscription that was moved to an unknown price in Stripe's dashboard; if
 * undefined, the metadata of the subscription names the plan that it started with
 * @returns undefined if neither a price nor `lastPlan` nor the metadata names a plan of ours
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  lastPlan?: PaidPlan,
): SubscriptionFacts | undefined {
  const [priced] = subscription.items.data
    .flatMap((item) => {
      const plan = planIn(item.price.metadata);
      return plan ? [{ item, plan }] : [];
    })
    .toSorted((left, right) => planRank(right.plan) - planRank(left.plan));
  const plan = priced?.plan ?? lastPlan ?? planIn(subscription.metadata);
  const item = priced?.item ?? subscription.items.data[0];
  if (!plan || !item) return undefined;
  const { latest_invoice: invoice, schedule } = subscription;
  const latest = typeof invoice === 'object' ? invoice : null;
  const open = latest?.status === 'open' ? latest : undefined;
  const endsAt = endOf(subscription);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    plan,
    hasForeignPrice: priced === undefined,
    priceId: item.price.id,
    itemId: item.id,
    status: statusOf(subscription),
    priceCents: item.price.unit_amount ?? 0,
    currency: item.price.currency,
    currentPeriodStart: instant(item.current_period_start),
    currentPeriodEnd: instant(item.current_period_end),
    endsAt: endsAt === null ? null : instant(endsAt),
    scheduleId: idOf(schedule),
    ...scheduledOf(schedule, item.current_period_start, plan),
    latestInvoiceId: idOf(invoice),
    isLatestInvoicePaid: latest?.status === 'paid',
    isLatestInvoiceOfUpgrade: latest?.billing_reason === 'subscription_update',
    invoiceOpenedAt: open ? instant(open.created) : null,
    dueCents: latest?.status === 'draft' || latest?.status === 'open' ? latest.amount_due : null,
    payUrl: open?.hosted_invoice_url ?? null,
    createdAt: instant(subscription.created),
  };
}

/**
 * Stripe calls a subscription active while its first payment, a bank debit, is processing, and past due if the
 * payment fails. We treat the subscription as not started until the payment arrives.
 */
function statusOf({ status, latest_invoice: invoice }: Stripe.Subscription): string {
  if (!isFirstInvoice(invoice) || invoice.status !== 'open') return status;
  if (status === 'active') return 'incomplete';
  return status === 'past_due' ? 'unpaid' : status;
}

function isFirstInvoice(invoice: Stripe.Subscription['latest_invoice']): invoice is Stripe.Invoice {
  return typeof invoice === 'object' && invoice?.billing_reason === 'subscription_create';
}

/** Whether the bank requires authentication by the cardholder, for an invoice read by `retrieveInvoice`. */
export function asksForConfirmation(invoice: Stripe.Invoice): boolean {
  if (invoice.status !== 'open') return false;
  return (invoice.payments?.data ?? []).some(({ payment }) => {
    const intent = payment.payment_intent;
    if (typeof intent !== 'object') return false;
    return (
      intent.status === 'requires_action' || intent.last_payment_error?.code === 'authentication_required'
    );
  });
}

/** Whether the last attempt was a bank debit and was rejected, for an invoice read by `retrieveInvoice`. */
export function isDebitRejected(invoice: Stripe.Invoice): boolean {
  return (invoice.payments?.data ?? []).some(({ payment: { payment_intent: intent } }) => {
    const method = typeof intent === 'object' ? intent.last_payment_error?.payment_method : undefined;
    return method !== undefined && method.type !== 'card';
  });
}

/**
 * Whether an attempt to collect an unpaid invoice has failed, for an invoice read by `retrieveInvoice`. False before
 * the first attempt, and while a bank debit is being processed.
 */
export function hasFailed({ attempted, payments, status }: Stripe.Invoice): boolean {
  const isProcessing = (payments?.data ?? []).some(
    ({ payment: { payment_intent: intent } }) => typeof intent === 'object' && intent.status === 'processing',
  );
  return status !== 'paid' && attempted && !isProcessing;
}

/** Whether the subscription renews with its plan: it does not end, and no schedule changes it. */
export function keepsPlan({
  endsAt,
  pendingPlan,
  hasForeignSchedule,
}: Pick<SubscriptionFacts, 'endsAt' | 'pendingPlan' | 'hasForeignSchedule'>): boolean {
  return endsAt === null && pendingPlan === null && !hasForeignSchedule;
}

/**
 * The plan and the price of the schedule's next phase, which we wrote there when the downgrade was requested. In the
 * last phase of a downgrade, nothing is pending: Stripe ends the schedule at the next renewal.
 */
function scheduledOf(
  schedule: Stripe.Subscription['schedule'],
  periodStart: number,
  plan: PaidPlan,
): Pick<SubscriptionFacts, 'pendingPlan' | 'pendingFrom' | 'pendingPriceCents' | 'hasForeignSchedule'> {
  const none = { pendingPlan: null, pendingFrom: null, pendingPriceCents: null, hasForeignSchedule: false };
  if (schedule === null) return none;
  const foreign = { ...none, hasForeignSchedule: true };
  if (typeof schedule === 'string' || schedule.status !== 'active') return foreign;
  const next = schedule.phases.find((phase) => phase.start_date > periodStart);
  if (!next) {
    // Until `changePlan` has written the phases of a downgrade, its schedule has only the current phase.
    const hasBegun = schedule.phases.length > 1 && planIn(schedule.phases.at(-1)?.metadata) === plan;
    return hasBegun ? none : foreign;
  }
  const pendingPlan = planIn(next.metadata);
  if (!pendingPlan || pendingPlan === plan) return foreign;
  const { priceCents = '' } = next.metadata ?? {};
  return {
    pendingPlan,
    pendingFrom: instant(next.start_date),
    // The price in the metadata may have been edited in Stripe's dashboard.
    pendingPriceCents: /^\d+$/.test(priceCents) ? Number(priceCents) : null,
    hasForeignSchedule: false,
  };
}
