import type Stripe from 'stripe';
import { type PaidPlan, paidPlans } from '../../../shared/billing.ts';
import { planRank } from '../../../shared/plan-rules.ts';

/** What we keep of a subscription at Stripe. */
export type SubscriptionFacts = {
  id: string;
  customerId: string;
  plan: PaidPlan;
  /** The price that is paid now, at Stripe. */
  priceId: string;
  itemId: string;
  status: string;
  priceCents: number;
  currency: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  scheduleId: string | null;
  pendingPlan: PaidPlan | null;
  pendingFrom: Date | null;
  latestInvoiceId: string | null;
  /** When the invoice that is open was made; null when none is, or when it was not read along. */
  invoiceOpenedAt: Date | null;
  payUrl: string | null;
  createdAt: Date;
};

/** Read along with a subscription, whatever call it comes by. */
export const subscriptionExpansions = ['schedule', 'latest_invoice'] as const;

const finalStatuses: readonly string[] = ['canceled', 'incomplete_expired'];
const liveStatuses: readonly string[] = ['active', 'trialing', 'past_due'];

/** Over for good: Stripe never brings it back. */
export function isFinal(status: string): boolean {
  return finalStatuses.includes(status);
}

/** Gives access, at least for a time (PAY-17). */
export function isLive(status: string): boolean {
  return liveStatuses.includes(status);
}

export function idOf(value: string | { id: string }): string {
  return typeof value === 'string' ? value : value.id;
}

function instant(seconds: number): Date {
  return new Date(seconds * 1000);
}

function planIn(metadata: Stripe.Metadata | null | undefined): PaidPlan | undefined {
  return paidPlans.find((plan) => plan === metadata?.plan);
}

/**
 * Reads a subscription that was retrieved or listed with `subscriptionExpansions`. Our prices name their plan; of
 * several items the highest plan counts, with its own period (PAY-17).
 * @returns undefined when none of its prices is ours
 */
export function readSubscription(subscription: Stripe.Subscription): SubscriptionFacts | undefined {
  const [best] = subscription.items.data
    .flatMap((item) => {
      const plan = planIn(item.price.metadata);
      return plan ? [{ item, plan }] : [];
    })
    .toSorted((left, right) => planRank(right.plan) - planRank(left.plan));
  if (!best) return undefined;
  const { item, plan } = best;
  const { latest_invoice: invoice, schedule } = subscription;
  const open = typeof invoice === 'object' && invoice?.status === 'open' ? invoice : undefined;
  const periodEnd = item.current_period_end;
  const cancelAt = subscription.cancel_at;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    plan,
    priceId: item.price.id,
    itemId: item.id,
    status: subscription.status,
    priceCents: item.price.unit_amount ?? 0,
    currency: item.price.currency,
    currentPeriodStart: instant(item.current_period_start),
    currentPeriodEnd: instant(periodEnd),
    // Stripe's own portal may write either of the two.
    cancelAtPeriodEnd: subscription.cancel_at_period_end || (cancelAt !== null && cancelAt <= periodEnd),
    scheduleId: schedule === null ? null : idOf(schedule),
    ...pendingOf(schedule, item.current_period_start, plan),
    latestInvoiceId: invoice === null ? null : idOf(invoice),
    invoiceOpenedAt: open ? instant(open.created) : null,
    payUrl: open?.hosted_invoice_url ?? null,
    createdAt: instant(subscription.created),
  };
}

/** Whether the bank wants to hear from the cardholder, of an invoice that was read by `retrieveInvoice`. */
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

/** The plan of the schedule's next phase, which we wrote there when the downgrade was asked for. */
function pendingOf(
  schedule: Stripe.Subscription['schedule'],
  periodStart: number,
  plan: PaidPlan,
): Pick<SubscriptionFacts, 'pendingPlan' | 'pendingFrom'> {
  const none = { pendingPlan: null, pendingFrom: null };
  if (schedule === null || typeof schedule === 'string' || schedule.status !== 'active') return none;
  const next = schedule.phases.find((phase) => phase.start_date > periodStart);
  const pendingPlan = planIn(next?.metadata);
  if (!next || !pendingPlan || pendingPlan === plan) return none;
  return { pendingPlan, pendingFrom: instant(next.start_date) };
}
