import { type RawBuilder, sql } from 'kysely';

/** Whether one of the user's purchases grants access to `products.id`; false for visitors. */
export function accessibleBy(userId: string | null): RawBuilder<boolean> {
  if (userId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select 1 from purchases p
    where p.product_id = products.id and p.user_id = ${userId} and p.grants_access
  )`;
}

/**
 * Whether the user owns `products.id`. A disputed purchase counts, too: the product cannot be bought again meanwhile.
 */
export function ownedBy(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from purchases p
    where p.product_id = products.id and p.user_id = ${userId}
      and p.status = 'completed' and p.access_ended_at is null
  )`;
}
