import type { AdminPromotionCode, PromotionRedemptions } from '../../../shared/payments/promotion-codes.ts';
import type { ListedPromotionRow, RedemptionRow } from './promotions.queries.ts';

export function presentPromotion(row: ListedPromotionRow): AdminPromotionCode {
  return {
    id: row.id,
    code: row.code,
    percentOff: row.percent_off,
    amountOffCents: row.amount_off_cents,
    scope: presentScope(row),
    expiresAt: row.expires_at,
    maxRedemptions: row.max_redemptions,
    redemptions: row.redemptions,
    discountedCents: row.discounted_cents,
    isReady: row.stripe_promotion_code_id !== null,
    endedAt: row.ended_at,
    createdAt: row.created_at,
  };
}

function presentScope(row: ListedPromotionRow): AdminPromotionCode['scope'] {
  if (row.product_id !== null) {
    return { kind: 'product', productId: row.product_id, title: row.product_title ?? '' };
  }
  if (row.plan !== null) return { kind: 'plan', plan: row.plan };
  return { kind: row.scope === 'products' || row.scope === 'plans' ? row.scope : 'everything' };
}

export function presentRedemption(row: RedemptionRow): PromotionRedemptions['items'][number] {
  return {
    at: row.at,
    userId: row.user_id,
    email: row.email,
    what: row.what,
    paidCents: row.paid_cents,
    discountCents: row.discount_cents,
  };
}
