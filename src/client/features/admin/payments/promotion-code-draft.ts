import { z } from 'zod';
import { parseWholeNumber } from '../../../../shared/digit-groups.ts';
import { amountAdvice, parseDollars } from '../../../../shared/dollar-input.ts';
import { paidPlans } from '../../../../shared/payments/billing.ts';
import {
  type CreatePromotionCodeInput,
  createPromotionCodeInput,
  promotionScopeKinds,
} from '../../../../shared/payments/promotion-codes.ts';
import { endOfDay } from '../../../lib/local-day.ts';
import { optionalLastDay } from '../day-fields.ts';

/** The form's values: numbers, dollars and days as typed; empty if not set. */
export const emptyPromotionCode = {
  code: '',
  kind: 'percent',
  value: '',
  scope: 'everything',
  productId: '',
  plan: '',
  lastDay: '',
  limit: '',
};

const parseWholePercent = (text: string) => parseWholeNumber(text.trim().replace(/\s*%$/, ''));

const { code, percentOff, amountOffCents, maxRedemptions } = createPromotionCodeInput.shape;

/** Applies the server's rules to the text in the form's fields. */
export const promotionCodeDraftSchema = z
  .object({
    code,
    kind: z.enum(['percent', 'amount']),
    value: z.string(),
    scope: z.enum(promotionScopeKinds, { error: 'Choose what the code is for' }),
    productId: z.string(),
    plan: z.string(),
    lastDay: optionalLastDay,
    limit: z.string().superRefine((text, context) => {
      const problem = text.trim() === '' ? undefined : firstProblem(maxRedemptions, parseWholeNumber(text));
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
  })
  .superRefine(({ kind, value, scope, productId, plan }, context) => {
    const note = (path: string, message: string | undefined) => {
      if (message) context.addIssue({ code: 'custom', path: [path], message });
    };
    if (kind === 'percent') {
      note('value', firstProblem(percentOff, parseWholePercent(value)));
    } else {
      note('value', amountAdvice(value) ?? firstProblem(amountOffCents, parseDollars(value) ?? Number.NaN));
    }
    if (scope === 'product' && productId === '') note('productId', 'Choose the product');
    if (scope === 'plan' && !paidPlans.some((known) => known === plan)) {
      note('plan', 'Choose Silver, Gold or Diamond');
    }
  });

function firstProblem(schema: z.ZodType, value: number): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

function readScope({
  scope,
  productId,
  plan,
}: Pick<z.infer<typeof promotionCodeDraftSchema>, 'scope' | 'productId' | 'plan'>) {
  if (scope === 'product') return { kind: scope, productId: Number(productId) };
  // The schema has rejected every unknown plan, so the fallback to Silver is never used.
  if (scope === 'plan') return { kind: scope, plan: paidPlans.find((known) => known === plan) ?? 'silver' };
  return { kind: scope };
}

/** @param id - generated when the form opens, so that a repeated click does not create a second code */
export function readPromotionCode(
  id: string,
  draft: z.infer<typeof promotionCodeDraftSchema>,
): CreatePromotionCodeInput {
  const { kind, value, lastDay, limit } = draft;
  return {
    id,
    code: draft.code,
    scope: readScope(draft),
    ...(kind === 'percent'
      ? { percentOff: parseWholePercent(value) }
      : { amountOffCents: parseDollars(value) }),
    ...(lastDay !== '' && { expiresAt: endOfDay(lastDay).toISOString() }),
    ...(limit.trim() !== '' && { maxRedemptions: parseWholeNumber(limit) }),
  };
}
