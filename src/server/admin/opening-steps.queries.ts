import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Whether an admin has created a product that is not demo data, and whether an admin has impersonated a student. */
export async function findFirstSteps(db: Db): Promise<{ product: boolean; shop: boolean }> {
  return db
    .selectNoFrom([
      sql<boolean>`exists (select 1 from audit_log
        where action = 'product.created' and request_id is distinct from 'demo-data')`.as('product'),
      sql<boolean>`exists (select 1 from account_views)`.as('shop'),
    ])
    .executeTakeFirstOrThrow();
}
