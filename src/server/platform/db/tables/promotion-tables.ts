import type { Generated, Selectable } from 'kysely';
import type { PaidPlan } from '../../../../shared/payments/billing.ts';
import type { PromotionScopeKind } from '../../../../shared/payments/promotion-codes.ts';
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

type PromotionCodesTable = {
  /** Made by the browser, so that a repeated click is the same code. */
  id: string;
  code: string;
  percent_off: number | null;
  amount_off_cents: number | null;
  scope: PromotionScopeKind;
  product_id: number | null;
  plan: PaidPlan | null;
  expires_at: NullableTimestamp;
  max_redemptions: number | null;
  /** Null until Stripe has it: it cannot be used before. */
  stripe_promotion_code_id: string | null;
  ended_at: NullableTimestamp;
  created_at: DefaultTimestamp;
};

/** Each payment that a code took something off. */
type PromotionRedemptionsTable = {
  id: Generated<number>;
  promotion_code_id: string;
  user_id: string | null;
  /** The purchase, or the checkout of a plan. */
  source_id: string;
  /** Title of the product or the plan's name, as it was. */
  what: string;
  paid_cents: number;
  discount_cents: number;
  at: Timestamp;
};

/** Promotion codes and what became of them. */
export type PromotionTables = {
  promotion_codes: PromotionCodesTable;
  promotion_redemptions: PromotionRedemptionsTable;
};

export type PromotionCodeRow = Selectable<PromotionCodesTable>;
