import { sql } from 'kysely';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

export type CoveringPaymentRow = Awaited<ReturnType<typeof findCoveringPayments>>[number];

/** The successful payments of a subscription, even if refunded or disputed later, newest first. */
export async function findCoveringPayments(db: Db | Trx, subscriptionId: string) {
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
 * existing suspension keeps its start.
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
