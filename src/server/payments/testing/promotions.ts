import { randomUUID } from 'node:crypto';
import type {
  AdminPromotionCode,
  CreatePromotionCodeInput,
} from '../../../shared/payments/promotion-codes.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { createPromotionCode } from '../promotions/promotions-admin.operations.ts';
import { testMetadata } from './purchases.ts';

/** 20% off everything, with a unique code, unless `changes` says otherwise. */
export function promotionInput(changes: Partial<CreatePromotionCodeInput> = {}): CreatePromotionCodeInput {
  const id = randomUUID();
  return {
    id,
    code: `CODE-${id.slice(0, 8).toUpperCase()}`,
    scope: { kind: 'everything' },
    ...(changes.amountOffCents === undefined && { percentOff: 20 }),
    ...changes,
  };
}

export function createPromotion(
  app: TestApp,
  admin: AdminActor,
  changes: Partial<CreatePromotionCodeInput> = {},
): Promise<AdminPromotionCode> {
  return createPromotionCode(app.deps, admin, promotionInput(changes), testMetadata);
}
