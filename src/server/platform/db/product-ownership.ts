import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a purchase is completed and not ended. Its payment may be disputed.
 * @param purchases the name of the table in the query
 */
export function isOwned(purchases: string): RawBuilder<boolean> {
  const table = sql.table(purchases);
  return sql<boolean>`(${table}.status = 'completed' and ${table}.access_ended_at is null)`;
}

/**
 * Whether a purchase is paid, and an admin has neither delivered nor refunded it yet.
 * @param purchases the name of the table in the query
 */
export function isOnHold(purchases: string): RawBuilder<boolean> {
  const table = sql.table(purchases);
  return sql<boolean>`(${table}.status = 'failed' and ${table}.held_reason is not null)`;
}

/** Whether one of the user's purchases grants access to `products.id`; false for visitors. */
export function accessibleBy(userId: string | null): RawBuilder<boolean> {
  if (userId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select 1 from purchases p
    where p.product_id = products.id and p.user_id = ${userId} and p.grants_access
  )`;
}

/**
 * Whether the user paid for `products.id` without access now, and cannot buy it again meanwhile: the payment is disputed,
 * or the purchase is on hold. Null if not, and for visitors.
 */
export function blockedPurchaseOf(userId: string | null): RawBuilder<'suspended' | 'on_hold' | null> {
  if (userId === null) return sql`null`;
  return sql`(
    select case p.status when 'completed' then 'suspended' else 'on_hold' end from purchases p
    where p.product_id = products.id and p.user_id = ${userId} and not p.grants_access
      and (${isOwned('p')} or ${isOnHold('p')})
    order by p.status limit 1
  )`;
}

/**
 * Whether the user owns `products.id`. A disputed purchase counts, too: the product cannot be bought again meanwhile.
 */
export function ownedBy(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from purchases p
    where p.product_id = products.id and p.user_id = ${userId} and ${isOwned('p')}
  )`;
}
