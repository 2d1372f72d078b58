import { sql } from 'kysely';
import { planRank } from '../../../shared/access/tier-gate.ts';
import { type PaidPlan, paidPlans } from '../../../shared/payments/billing.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

export type CoveringPaymentRow = Awaited<ReturnType<typeof findCoveringPayments>>[number];

/**
 * The successful payments of a subscription, even if refunded or disputed later, newest first. Before them comes the
 * latest period that a credit at Stripe paid in full, if any.
 */
export async function findCoveringPayments(db: Db | Trx, subscriptionId: string) {
  const credits = await findCreditCover(db, subscriptionId);
  const payments = await findPayments(db, subscriptionId);
  return [
    ...credits.map((credit) => ({
      ...credit,
      status: 'paid' as const,
      description: 'Paid by credit',
      amountCents: 0,
    })),
    ...payments,
  ];
}

async function findCreditCover(db: Db | Trx, subscriptionId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'credit_plan as plan', 'credit_until as until', 'credit_paid_at as paidAt'])
    .where('id', '=', subscriptionId)
    .where('credit_until', 'is not', null)
    .execute();
}

/**
 * Stores the plan and the end of a period that a credit at Stripe paid in full, unless a later period or, for the same
 * period, a higher plan is stored already.
 */
export async function storeCreditCover(
  trx: Trx,
  subscriptionId: string,
  { plan, until, paidAt }: { plan: PaidPlan; until: Date; paidAt: Date },
): Promise<void> {
  const notHigherPlans = paidPlans.filter((other) => planRank(other) <= planRank(plan));
  await trx
    .updateTable('subscriptions')
    .set({ credit_plan: plan, credit_until: until, credit_paid_at: paidAt })
    .where('id', '=', subscriptionId)
    .where((eb) =>
      eb.or([
        eb('credit_until', 'is', null),
        eb('credit_until', '<', until.toISOString()),
        eb('credit_until', '=', until.toISOString()).and('credit_plan', 'in', notHigherPlans),
      ]),
    )
    .execute();
}

async function findPayments(db: Db | Trx, subscriptionId: string) {
  return db
    .selectFrom('billing_payments')
    .select([
      'id',
      'status',
      'covers_plan as plan',
      'covers_until as until',
      'description',
      'amount_cents as amountCents',
      'paid_at as paidAt',
    ])
    .where('subscription_id', '=', subscriptionId)
    .where('status', '<>', 'failed')
    .orderBy('paid_at', 'desc')
    .execute();
}

/** Whether a refund of one of the subscription's payments ended access. */
export async function hasAccessEndedByRefund(trx: Trx, subscriptionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('billing_refunds')
    .innerJoin('billing_payments', 'billing_payments.id', 'billing_refunds.payment_id')
    .select('billing_refunds.id')
    .where('billing_payments.subscription_id', '=', subscriptionId)
    .where('billing_refunds.status', '=', 'succeeded')
    .where('billing_refunds.end_access', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Suspends the subscription and stores the plan that undisputed payments still cover, or lifts the suspension. An
 * existing suspension keeps its start time.
 */
export async function storeSuspension(
  trx: Trx,
  subscriptionId: string,
  suspension: { coveredPlan: PaidPlan | null } | undefined,
  now: Date,
): Promise<void> {
  const coveredPlan = suspension?.coveredPlan ?? null;
  await trx
    .updateTable('subscriptions')
    .set({
      suspended_at: suspension ? sql`coalesce(suspended_at, ${now.toISOString()})` : null,
      covered_plan: coveredPlan,
    })
    .where('id', '=', subscriptionId)
    .where((eb) =>
      eb.or([
        eb('suspended_at', suspension ? 'is' : 'is not', null),
        eb('covered_plan', 'is distinct from', coveredPlan),
      ]),
    )
    .execute();
}
