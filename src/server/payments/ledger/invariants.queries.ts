import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type MoneyInvariant =
  | 'completed_without_payment'
  | 'completed_at_another_amount'
  | 'refunds_do_not_add_up'
  | 'two_running_subscriptions';

/**
 * Each violated rule, with the number of violations and the ids of up to ten. Does not check rules that constraints and
 * unique indexes enforce, such as the rule that a user owns a product only once.
 */
export async function findBrokenInvariants(
  db: Db,
): Promise<{ rule: MoneyInvariant; count: number; ids: string[] }[]> {
  const { rows } = await sql<{ rule: MoneyInvariant; count: number; ids: string[] }>`
    with broken (rule, id) as (
      select 'completed_without_payment', purchases.id::text from purchases
      where status = 'completed' and granted_by is null and not exists (
        select 1 from billing_payments
        where billing_payments.purchase_id = purchases.id and billing_payments.status <> 'failed')
      union all
      -- A purchase on hold that an admin delivered may have been paid in another currency.
      select 'completed_at_another_amount', purchases.id::text from purchases
      join billing_payments on billing_payments.purchase_id = purchases.id
      where purchases.status = 'completed' and purchases.granted_by is null
        and (purchases.amount_cents <> billing_payments.amount_cents
          or purchases.currency <> billing_payments.currency
          or purchases.user_id is distinct from billing_payments.user_id)
        and not exists (select 1 from audit_log
          where action = 'purchase.delivered' and subject_id = purchases.id::text)
      union all
      select 'refunds_do_not_add_up', billing_payments.id::text from billing_payments
      left join (
        select payment_id, sum(amount_cents) as cents from billing_refunds
        where status = 'succeeded' group by payment_id) as refunds on refunds.payment_id = billing_payments.id
      where billing_payments.status <> 'failed'
        and refunded_cents <> least(coalesce(refunds.cents, 0), billing_payments.amount_cents)
      union all
      select 'two_running_subscriptions', min(id) from subscriptions
      where status in ('active', 'trialing', 'past_due') and not is_duplicate
      group by user_id having count(*) > 1
    )
    select rule, count(*)::int as count, (array_agg(id order by id))[1:10] as ids
    from broken group by rule order by rule`.execute(db);
  return rows;
}
