import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/**
 * Facts for the list of steps that admins take before the academy opens: whether a product is on sale, whether an admin
 * has impersonated a student, and whether a payment above zero has succeeded, even if it was refunded or disputed
 * later.
 */
export async function findFirstSteps(
  db: Db,
): Promise<{ hasProduct: boolean; hasImpersonation: boolean; hasSale: boolean }> {
  return db
    .selectNoFrom([
      sql<boolean>`exists (select 1 from products where is_active and is_ready and deleted_at is null)`.as(
        'hasProduct',
      ),
      sql<boolean>`exists (select 1 from account_views)`.as('hasImpersonation'),
      sql<boolean>`exists (select 1 from billing_payments where status <> 'failed' and amount_cents > 0)`.as(
        'hasSale',
      ),
    ])
    .executeTakeFirstOrThrow();
}
