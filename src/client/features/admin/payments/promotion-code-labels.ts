import type {
  AdminPromotionCode,
  CreatePromotionCodeInput,
} from '../../../../shared/payments/promotion-codes.ts';
import { formatCents } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';

/** Such as `20% off` or `$5.00 off`. */
export function discountLabel({
  percentOff,
  amountOffCents,
}: Pick<AdminPromotionCode, 'percentOff' | 'amountOffCents'>): string {
  return percentOff === null ? `${formatCents(amountOffCents ?? 0)} off` : `${percentOff}% off`;
}

export function scopeLabel(scope: AdminPromotionCode['scope']): string {
  switch (scope.kind) {
    case 'everything':
      return 'All products and memberships';
    case 'products':
      return 'All products';
    case 'plans':
      return 'All memberships';
    case 'product':
      return scope.title;
    case 'plan':
      return `${planName(scope.plan)} membership`;
  }
}

type StoredCode = Pick<
  AdminPromotionCode,
  'endedAt' | 'expiresAt' | 'maxRedemptions' | 'redemptions' | 'isReady'
>;

const hasExpired = ({ expiresAt }: Pick<StoredCode, 'expiresAt'>, now: Date) =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

/** Whether the code still has to be created at Stripe, which is possible until it ends or expires. */
export function isWaitingForStripe(code: StoredCode, now: Date): boolean {
  return !code.isReady && code.endedAt === null && !hasExpired(code, now);
}

/** Whether students can use the code and, if not, why. */
export function codeStatus(code: StoredCode, now: Date): StatusLabel {
  if (code.endedAt !== null) return { label: 'Ended', tone: 'neutral' };
  if (hasExpired(code, now)) return { label: 'Expired', tone: 'neutral' };
  if (!code.isReady) return { label: 'Not at Stripe yet', tone: 'warning' };
  if (code.maxRedemptions !== null && code.redemptions >= code.maxRedemptions) {
    return { label: 'Used up', tone: 'neutral' };
  }
  return { label: 'In use', tone: 'success' };
}

/**
 * The message after a code was created in the academy or at Stripe. Another admin may have ended the code in the
 * meantime.
 */
export function createdText({ code, endedAt }: Pick<AdminPromotionCode, 'code' | 'endedAt'>): string {
  return endedAt === null ? `${code} can be used now` : `${code} has ended, so nobody can use it`;
}

/**
 * The last day on which the code is valid, from the stored time at which it expires. @returns undefined for a code that
 * does not expire
 */
export function lastDayOf({ expiresAt }: Pick<AdminPromotionCode, 'expiresAt'>): Date | undefined {
  return expiresAt === null ? undefined : new Date(Date.parse(expiresAt) - 1);
}

/** The input that creates a stored code at Stripe, if the first attempt failed. */
export function completionInput(code: AdminPromotionCode): CreatePromotionCodeInput {
  const { id, scope, percentOff, amountOffCents, expiresAt, maxRedemptions } = code;
  return {
    id,
    code: code.code,
    scope: scope.kind === 'product' ? { kind: scope.kind, productId: scope.productId } : scope,
    ...(percentOff !== null && { percentOff }),
    ...(amountOffCents !== null && { amountOffCents }),
    ...(expiresAt !== null && { expiresAt }),
    ...(maxRedemptions !== null && { maxRedemptions }),
  };
}
