import type { Selectable } from 'kysely';
import type { PaidPlan } from '../../../shared/billing.ts';
import type { Db } from '../../db/database.ts';
import type { PlansTable } from '../../db/tables/plan-tables.ts';
import type { CoachingPdfsTable } from '../../db/tables/shop-tables.ts';

export type PlanPriceRow = { plan: PaidPlan; priceCents: number; listPriceCents: number };

export async function findPlanPrices(db: Db): Promise<PlanPriceRow[]> {
  return db
    .selectFrom('plans')
    .select(['plan', 'price_cents as priceCents', 'list_price_cents as listPriceCents'])
    .execute();
}

export type RequiredPlanRow = { pdfNumber: number; requiredPlan: CoachingPdfsTable['required_plan'] };

/** Which plan each coaching plan asks for, of those that have a record. */
export async function findRequiredPlans(db: Db): Promise<RequiredPlanRow[]> {
  return db
    .selectFrom('coaching_pdfs')
    .select(['pdf_number as pdfNumber', 'required_plan as requiredPlan'])
    .execute();
}

export async function findPlan(db: Db, plan: PaidPlan): Promise<Selectable<PlansTable>> {
  return db.selectFrom('plans').selectAll().where('plan', '=', plan).executeTakeFirstOrThrow();
}

/** Notes the price at Stripe, unless the amount was changed meanwhile. */
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

export async function forgetStripePrice(db: Db, plan: PaidPlan, priceId: string): Promise<void> {
  await db
    .updateTable('plans')
    .set({ stripe_price_id: null, stripe_price_cents: null })
    .where('plan', '=', plan)
    .where('stripe_price_id', '=', priceId)
    .execute();
}
