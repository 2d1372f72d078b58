import { z } from 'zod';
import type { GrantPlansInput } from '../../../../shared/admin/bulk-users.ts';
import { amountAdvice, isHugeAmount, parseDollars } from '../../../../shared/dollar-input.ts';
import { type GrantPlanInput, grantPlanInput } from '../../../../shared/payments/billing.ts';
import { endOfDay, startOfDay } from '../../../lib/local-day.ts';
import { optionalDay, optionalLastDay } from '../day-fields.ts';

/** The text of the form's fields; empty if not set. */
export const emptyGrant = {
  plan: '',
  amount: '',
  description: '',
  startsOn: '',
  endsOn: '',
  reason: '',
};
export type GrantDraft = typeof emptyGrant;

function amountProblem(text: string): string | undefined {
  const cents = isHugeAmount(text) ? Number.MAX_SAFE_INTEGER : parseDollars(text);
  if (cents === undefined) return 'Enter an amount such as 49.00, or leave it empty';
  return grantPlanInput.shape.amountCents.safeParse(cents).error?.issues[0]?.message;
}

/** Applies the server's rules to the text of the fields. */
export const grantDraftSchema = z
  .object({
    plan: grantPlanInput.shape.plan,
    amount: z.string().superRefine((text, context) => {
      if (text.trim() === '') return;
      const message = amountAdvice(text) ?? amountProblem(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
    description: grantPlanInput.shape.description.unwrap().unwrap(),
    startsOn: optionalDay,
    endsOn: optionalLastDay,
    reason: grantPlanInput.shape.reason,
  })
  .refine(({ startsOn, endsOn }) => startsOn === '' || endsOn === '' || startsOn <= endsOn, {
    path: ['endsOn'],
    message: 'The last day must not be before the first',
  });

type CheckedDraft = z.infer<typeof grantDraftSchema>;

/** The fields of a grant that are the same for one user and for several. A grant includes its last day. */
export function sharedGrantFields({ plan, endsOn, reason }: CheckedDraft): Omit<GrantPlansInput, 'ids'> {
  return {
    plan,
    reason,
    ...(endsOn !== '' && { endsAt: endOfDay(endsOn).toISOString() }),
  };
}

export function readGrant(userId: string, draft: CheckedDraft): GrantPlanInput {
  const { amount, description, startsOn } = draft;
  return {
    userId,
    ...sharedGrantFields(draft),
    ...(amount.trim() !== '' && { amountCents: parseDollars(amount) }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(startsOn !== '' && { startsAt: startOfDay(startsOn).toISOString() }),
  };
}
