import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a purchase is completed and its access has not ended, even if its payment is disputed.
 * @param purchases - the name of the table in the query
 */
export function isOwned(purchases: string): RawBuilder<boolean> {
  const table = sql.table(purchases);
  return sql<boolean>`(${table}.status = 'completed' and ${table}.access_ended_at is null)`;
}

/**
 * Whether a purchase is paid, and an admin has neither delivered nor refunded it yet.
 * @param purchases - the name of the table in the query
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

/** Whether `products` is not hidden from the user: it is in the shop, or one of the user's purchases grants access. */
export function visibleTo(userId: string): RawBuilder<boolean> {
  return sql<boolean>`((products.is_active and products.deleted_at is null) or ${accessibleBy(userId)})`;
}

export type BlockedPurchase = 'suspended' | 'on_hold';

/**
 * Why a purchase for which `isOwned` or `isOnHold` is true gives no access now; null if the purchase gives access. As
 * long as the purchase gives no access, the product cannot be bought again.
 * @param purchases - the name of the table in the query
 */
export function blockedReason(purchases: string): RawBuilder<BlockedPurchase | null> {
  const table = sql.table(purchases);
  return sql`case when ${table}.grants_access then null when ${isOwned(purchases)} then 'suspended' else 'on_hold' end`;
}

/** The `blockedReason` of the user's purchase of `products.id`; null without one, and for visitors. */
export function blockedPurchaseOf(userId: string | null): RawBuilder<BlockedPurchase | null> {
  if (userId === null) return sql`null`;
  return sql`(
    select ${blockedReason('p')} from purchases p
    where p.product_id = products.id and p.user_id = ${userId} and (${isOwned('p')} or ${isOnHold('p')})
    order by p.status limit 1
  )`;
}

/**
 * Whether the user owns `products.id`. A disputed purchase counts, too: the product cannot be bought again during the
 * dispute.
 */
export function ownedBy(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from purchases p
    where p.product_id = products.id and p.user_id = ${userId} and ${isOwned('p')}
  )`;
}
