import { z } from 'zod';
import { formatCents, parseDollars } from '../../../../shared/money.ts';
import { adminRefundInput } from '../../../../shared/payments/refunds.ts';

/** The values of the refund form. The amount is in dollars, as typed. */
export type RefundValues = { amount: string; reason: string };

/** @param leftCents the amount not yet refunded */
export function refundFormSchema(leftCents: number) {
  return z.object({
    amount: z.string().superRefine((text, context) => {
      const cents = parseDollars(text);
      if (cents === undefined) {
        context.addIssue({ code: 'custom', message: 'Enter an amount such as 19.99' });
      } else if (cents < 1) {
        context.addIssue({ code: 'custom', message: 'Enter at least $0.01' });
      } else if (cents > leftCents) {
        context.addIssue({ code: 'custom', message: `At most ${formatCents(leftCents)} can be refunded` });
      }
    }),
    reason: adminRefundInput.shape.reason,
  });
}

export function readRefund(values: RefundValues): { amountCents: number; reason: string } {
  return { amountCents: parseDollars(values.amount) ?? 0, reason: values.reason };
}
