import { z } from 'zod';
import type { GrantPlansInput } from '../../../../shared/admin/bulk-users.ts';
import { amountAdvice, parseDollars } from '../../../../shared/money.ts';
import { type GrantPlanInput, grantPlanInput } from '../../../../shared/payments/billing.ts';

/** The form's values: dollars and days as typed; empty if not set. */
export type GrantDraft = {
  plan: string;
  amount: string;
  description: string;
  startsOn: string;
  endsOn: string;
  reason: string;
};

export const emptyGrant: GrantDraft = {
  plan: '',
  amount: '',
  description: '',
  startsOn: '',
  endsOn: '',
  reason: '',
};

const day = 24 * 60 * 60 * 1000;

/** The start of a day in the user's time zone. A grant includes its last day. */
function midnight(text: string): number {
  return new Date(`${text}T00:00:00`).getTime();
}

const optionalDay = z.string().refine((text) => text === '' || !Number.isNaN(midnight(text)), {
  message: 'Enter a date such as 2027-01-31',
});

/** Applies the server's rules to the typed text. */
export const grantDraftSchema = z
  .object({
    plan: grantPlanInput.shape.plan,
    amount: z.string().superRefine((text, context) => {
      if (text.trim() === '') return;
      const advice = amountAdvice(text);
      const isAmount = grantPlanInput.shape.amountCents.safeParse(parseDollars(text) ?? Number.NaN).success;
      if (advice === undefined && isAmount) return;
      const message = advice ?? 'Enter an amount such as 49.00, or leave it empty';
      context.addIssue({ code: 'custom', message });
    }),
    description: grantPlanInput.shape.description.unwrap().unwrap(),
    startsOn: optionalDay,
    endsOn: optionalDay.refine((text) => text === '' || midnight(text) + day > Date.now(), {
      message: 'The last day must not be over',
    }),
    reason: grantPlanInput.shape.reason,
  })
  .refine(({ startsOn, endsOn }) => startsOn === '' || endsOn === '' || startsOn <= endsOn, {
    path: ['endsOn'],
    message: 'The last day must not be before the first',
  });

type CheckedDraft = z.infer<typeof grantDraftSchema>;

/** What every gift has: the plan, its last day, and why. */
export function readGift({ plan, endsOn, reason }: CheckedDraft): Omit<GrantPlansInput, 'ids'> {
  return {
    plan,
    reason,
    ...(endsOn !== '' && { endsAt: new Date(midnight(endsOn) + day).toISOString() }),
  };
}

export function readGrant(userId: string, draft: CheckedDraft): GrantPlanInput {
  const { amount, description, startsOn } = draft;
  return {
    userId,
    ...readGift(draft),
    ...(amount.trim() !== '' && { amountCents: parseDollars(amount) }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(startsOn !== '' && { startsAt: new Date(midnight(startsOn)).toISOString() }),
  };
}
