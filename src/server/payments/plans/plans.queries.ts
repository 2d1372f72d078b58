import type { Selectable } from 'kysely';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { PlansTable } from '../../platform/db/tables/plan-tables.ts';

export async function findPlanPrices(db: Db) {
  return db
    .selectFrom('plans')
    .select(['plan', 'price_cents as priceCents', 'list_price_cents as listPriceCents'])
    .execute();
}

/** The stored coaching plans, each with the tier that it requires. */
export async function findRequiredPlans(db: Db) {
  return db
    .selectFrom('coaching_pdfs')
    .select(['pdf_number as pdfNumber', 'required_plan as requiredPlan', 'title', 'description'])
    .execute();
}

export async function findPlan(db: Db, plan: PaidPlan): Promise<Selectable<PlansTable>> {
  return db.selectFrom('plans').selectAll().where('plan', '=', plan).executeTakeFirstOrThrow();
}

/** The price of a plan. Until the transaction ends, an admin's change of the price waits in `lockPlanAmounts`. */
export async function shareLockPlanPrice(trx: Trx, plan: PaidPlan): Promise<number> {
  const row = await trx
    .selectFrom('plans')
    .select('price_cents')
    .where('plan', '=', plan)
    .forKeyShare()
    .executeTakeFirstOrThrow();
  return row.price_cents;
}

/** Stores the Stripe price unless the amount has changed in the meantime. */
export async function storeStripePrice(
  db: Db,
  plan: PaidPlan,
  price: { id: string; priceCents: number },
): Promise<void> {
  await db
    .updateTable('plans')
    .set({ stripe_price_id: price.id, stripe_price_cents: price.priceCents })
    .where('plan', '=', plan)
    .where('price_cents', '=', price.priceCents)
    .execute();
}

/** The plan whose stored Stripe price has this id. */
export async function findPlanOfPrice(db: Db, priceId: string): Promise<PaidPlan | undefined> {
  const row = await db
    .selectFrom('plans')
    .select('plan')
    .where('stripe_price_id', '=', priceId)
    .executeTakeFirst();
  return row?.plan;
}
