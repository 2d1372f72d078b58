import { type InferResult, type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isBehind, type TimePosition } from '../../platform/db/paging.ts';
import type { PromotionCodeRow, PromotionTables } from '../../platform/db/tables/promotion-tables.ts';

export async function findPromotionByCode(db: Db, code: string): Promise<PromotionCodeRow | undefined> {
  return db.selectFrom('promotion_codes').selectAll().where('code', '=', code).executeTakeFirst();
}

export async function findPromotion(db: Db | Trx, id: string): Promise<PromotionCodeRow | undefined> {
  return db.selectFrom('promotion_codes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @returns false if the id or the code is taken */
export async function insertPromotion(
  trx: Trx,
  promotion: Insertable<PromotionTables['promotion_codes']>,
): Promise<boolean> {
  const result = await trx
    .insertInto('promotion_codes')
    .values(promotion)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function storeStripePromotionCode(db: Db, id: string, stripeId: string): Promise<void> {
  await db
    .updateTable('promotion_codes')
    .set({ stripe_promotion_code_id: stripeId })
    .where('id', '=', id)
    .execute();
}

/** @returns false if the code had ended before */
export async function markPromotionEnded(trx: Trx, id: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('promotion_codes')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** How often a code was redeemed, in total and by this user. */
export async function countUses(
  db: Db | Trx,
  promotionId: string,
  userId: string,
): Promise<{ redemptions: number; byUser: number }> {
  return db
    .selectFrom('promotion_redemptions')
    .select((eb) => [
      eb.fn.countAll<number>().as('redemptions'),
      eb.fn.countAll<number>().filterWhere('user_id', '=', userId).as('byUser'),
    ])
    .where('promotion_code_id', '=', promotionId)
    .executeTakeFirstOrThrow();
}

/** Records a redemption once per purchase or plan checkout; a second call changes nothing. */
export async function insertRedemption(
  trx: Trx,
  redemption: Insertable<PromotionTables['promotion_redemptions']>,
): Promise<void> {
  await trx
    .insertInto('promotion_redemptions')
    .values(redemption)
    .onConflict((conflict) => conflict.constraint('promotion_redemptions_source').doNothing())
    .execute();
}

/**
 * The promotion code that a subscription started with. If the invoice is read before the checkout is completed, no
 * checkout has the subscription's id. In this case, the user's latest checkout with a code and without a subscription
 * is used.
 */
export async function findCodeOfPlanStart(
  trx: Trx,
  userId: string,
  subscriptionId: string,
): Promise<string | null> {
  const row = await trx
    .selectFrom('subscription_checkouts')
    .leftJoin('promotion_codes', 'promotion_codes.id', 'subscription_checkouts.promotion_code_id')
    .select('promotion_codes.code')
    .where('subscription_checkouts.user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('subscription_checkouts.subscription_id', '=', subscriptionId),
        eb('subscription_checkouts.subscription_id', 'is', null).and('promotion_codes.id', 'is not', null),
      ]),
    )
    .orderBy('subscription_checkouts.subscription_id', (order) => order.asc().nullsLast())
    .orderBy('subscription_checkouts.created_at', 'desc')
    .executeTakeFirst();
  return row?.code ?? null;
}

export type ListedPromotionRow = InferResult<ReturnType<typeof listedPromotions>>[number];

function listedPromotions(db: Db | Trx) {
  return db
    .selectFrom('promotion_codes')
    .leftJoin('products', 'products.id', 'promotion_codes.product_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('promotion_redemptions')
          .select((sums) => [
            sums.fn.countAll<number>().as('redemptions'),
            sums.fn.coalesce(sums.fn.sum<number>('discount_cents'), sums.lit(0)).as('discounted_cents'),
          ])
          .whereRef('promotion_redemptions.promotion_code_id', '=', 'promotion_codes.id')
          .as('used'),
      (join) => join.onTrue(),
    )
    .selectAll('promotion_codes')
    .select(['products.title as product_title', 'used.redemptions', 'used.discounted_cents']);
}

/** Newest first. */
export async function findListedPromotions(
  db: Db,
  { after, limit }: { after: TimePosition | undefined; limit: number },
): Promise<(ListedPromotionRow & { sorted_at: string })[]> {
  return listedPromotions(db)
    .select(sql<string>`promotion_codes.created_at::text`.as('sorted_at'))
    .where(isBehind({ at: 'promotion_codes.created_at', id: 'promotion_codes.id' }, '<', after))
    .orderBy('promotion_codes.created_at', 'desc')
    .orderBy('promotion_codes.id', 'desc')
    .limit(limit)
    .execute();
}

/** How many codes there are, how often they were redeemed, and the sum of the discounts in US cents. */
export async function sumPromotions(db: Db) {
  const { rows } = await sql<{ codes: number; redemptions: number; discountedCents: number }>`
    select (select count(*) from promotion_codes)::int as codes, count(*)::int as redemptions,
      coalesce(sum(discount_cents), 0)::bigint as "discountedCents"
    from promotion_redemptions`.execute(db);
  return rows[0] ?? { codes: 0, redemptions: 0, discountedCents: 0 };
}

export async function findListedPromotion(db: Db, id: string): Promise<ListedPromotionRow | undefined> {
  return listedPromotions(db).where('promotion_codes.id', '=', id).executeTakeFirst();
}

export type RedemptionRow = Awaited<ReturnType<typeof findRedemptions>>[number];

/**
 * Newest first. The user's id and email address are null for a deleted account.
 * @param page.beforeId - the last redemption of the previous page
 */
export async function findRedemptions(
  db: Db,
  promotionId: string,
  page: { beforeId: number | undefined; limit: number },
) {
  const { beforeId } = page;
  return db
    .selectFrom('promotion_redemptions')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'promotion_redemptions.user_id').on('users.deleted_at', 'is', null),
    )
    .select([
      'promotion_redemptions.id',
      'promotion_redemptions.at',
      'users.id as user_id',
      'users.email',
      'promotion_redemptions.what',
      'promotion_redemptions.paid_cents',
      'promotion_redemptions.discount_cents',
    ])
    .where('promotion_redemptions.promotion_code_id', '=', promotionId)
    .$if(beforeId !== undefined, (query) => query.where('promotion_redemptions.id', '<', beforeId ?? 0))
    .orderBy('promotion_redemptions.id', 'desc')
    .limit(page.limit)
    .execute();
}
