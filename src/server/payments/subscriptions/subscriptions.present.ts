import {
  effectivePlan,
  graceEnd,
  isSubscriptionLive,
  type SubscriptionFact,
} from '../../../shared/access/effective-plan.ts';
import { planRank } from '../../../shared/access/tier-gate.ts';
import type { AdminPlans, MySubscription, PaidPlan } from '../../../shared/payments/billing.ts';
import { announcedFrom, renewalCents } from '../../../shared/payments/renewal-price.ts';
import type { PlanGrantRow, SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { grantFactOf, presentAdminGrant, presentGrant } from '../grants/grants.present.ts';
import type { GrantWithGiver } from '../grants/grants.queries.ts';
import type { CoveringPaymentRow } from '../ledger/plan-cover.queries.ts';
import { planCover } from '../ledger/plan-cover.ts';

function factOf(row: SubscriptionRow, plan: PaidPlan): SubscriptionFact {
  return {
    plan,
    status: row.status,
    currentPeriodEnd: row.current_period_end,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    pastDueSince: row.past_due_since,
  };
}

/** Subscriptions that may grant access, each with the plan that it grants: while suspended, its `covered_plan`. */
function factsOf(rows: readonly SubscriptionRow[]): SubscriptionFact[] {
  return rows.flatMap((row) => (row.access_plan === null ? [] : [factOf(row, row.access_plan)]));
}

/** The price of the next renewal, in US cents. */
export function renewalCentsOf(row: SubscriptionRow): number {
  return renewalCents({
    priceCents: row.price_cents,
    announcedPriceCents: row.announced_price_cents,
    announcedAt: row.price_announced_at,
    currentPeriodEnd: row.current_period_end,
  });
}

/** Whether a subscription grants access at `now`. */
export function givesAccess(row: SubscriptionRow, now: Date): boolean {
  return row.access_plan !== null && isSubscriptionLive(factOf(row, row.access_plan), now);
}

/** Whether the first payment of a subscription may be missing. */
export const mayNotHaveStarted = ({ status }: Pick<SubscriptionRow, 'status'>): boolean =>
  status === 'incomplete' || status === 'unpaid';

type Holdings = {
  /** Subscriptions that have not ended, newest first. */
  running: readonly SubscriptionRow[];
  /** Payments of the newest subscription; empty unless it is suspended or may not have started. */
  payments: readonly CoveringPaymentRow[];
  grants: readonly PlanGrantRow[];
  customerId: string | null;
};

export function presentMySubscription(
  { running, payments, grants, customerId }: Holdings,
  now: Date,
): MySubscription {
  const paid = effectivePlan(factsOf(running), [], now);
  const given = effectivePlan([], grants.map(grantFactOf), now);
  const plan = planRank(paid) >= planRank(given) ? paid : given;
  const [row] = running;
  return {
    plan,
    source: plan === 'free' ? 'none' : plan === paid ? 'subscription' : 'grant',
    subscribedPlan: row?.plan ?? null,
    status: row?.status ?? null,
    priceCents: row?.price_cents ?? null,
    currency: row?.currency ?? 'usd',
    currentPeriodEnd: row?.current_period_end ?? null,
    cancelAtPeriodEnd: row?.cancel_at_period_end ?? false,
    pendingPlan: row?.pending_plan ?? null,
    pendingFrom: row?.pending_from ?? null,
    pendingPriceCents: row?.pending_price_cents ?? null,
    awaitsFirstPayment: row !== undefined && mayNotHaveStarted(row) && payments.length === 0,
    pastDueSince: row?.past_due_since ?? null,
    awaitsDebit: row ? awaitsDebit(row) : false,
    graceEndsAt: graceEnd(row?.past_due_since ?? null),
    payUrl: row?.pay_url ?? null,
    needsConfirmation: row?.needs_confirmation ?? false,
    renewalCents: row ? renewalCentsOf(row) : null,
    announcedPriceCents: row?.announced_price_cents ?? null,
    announcedFrom: announcedFrom(row?.price_announced_at ?? null),
    suspension: row ? suspensionOf(row, payments) : null,
    grants: grants
      .filter((grant) => grant.revoked_at === null)
      .filter((grant) => grant.ends_at === null || Date.parse(grant.ends_at) > now.getTime())
      .map((grant) => presentGrant(grant, now)),
    canManage: customerId !== null,
  };
}

/** Whether the upgrade that was unpaid has been paid, and only the bank debit of the renewal is outstanding. */
function awaitsDebit({ owes_only_upgrade, free_upgrade_from }: SubscriptionRow): boolean {
  return owes_only_upgrade && free_upgrade_from === null;
}

function suspensionOf(
  row: SubscriptionRow,
  payments: readonly CoveringPaymentRow[],
): MySubscription['suspension'] {
  if (row.suspended_at === null) return null;
  const { disputed } = planCover(payments);
  return {
    coveredPlan: row.covered_plan,
    since: row.suspended_at,
    until: disputed.find(({ until }) => until !== null)?.until ?? null,
    payments: disputed.map(({ description, amountCents, paidAt, status }) => ({
      description,
      amountCents,
      paidAt: paidAt ?? row.created_at,
      status: status === 'lost' ? 'lost' : 'disputed',
    })),
  };
}

export function presentUserPlans(
  subscriptions: readonly SubscriptionRow[],
  grants: readonly GrantWithGiver[],
  now: Date,
): AdminPlans {
  return {
    plan: effectivePlan(factsOf(subscriptions), grants.map(grantFactOf), now),
    subscriptions: subscriptions.map((row) => ({
      id: row.id,
      plan: row.plan,
      status: row.status,
      priceCents: row.price_cents,
      renewalCents: renewalCentsOf(row),
      currentPeriodEnd: row.current_period_end,
      cancelAtPeriodEnd: row.cancel_at_period_end,
      pastDueSince: row.past_due_since,
      pendingPlan: row.pending_plan,
      isDuplicate: row.is_duplicate,
      suspendedAt: row.suspended_at,
      coveredPlan: row.covered_plan,
      createdAt: row.created_at,
    })),
    grants: grants.map((grant) => presentAdminGrant(grant, now)),
  };
}
