import { z } from 'zod';
import { amountAdvice, isHugeAmount, parseDollars } from '../../../../shared/dollar-input.ts';
import { formatCents } from '../../../../shared/money.ts';
import { adminRefundInput } from '../../../../shared/payments/refunds.ts';

/** The values of the refund form. The amount is in dollars, as typed. */
export type RefundValues = { amount: string; reason: string };

/** @param leftCents - the part of the payment that is not refunded yet and not in a pending refund */
export function refundFormSchema(leftCents: number) {
  return z.object({
    amount: z.string().superRefine((text, context) => {
      const message = problemOf(text, leftCents);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
    reason: adminRefundInput.shape.reason,
  });
}

function problemOf(text: string, leftCents: number): string | undefined {
  const typed = text.trim();
  const tooMuch = `At most ${formatCents(leftCents)} can be refunded`;
  if (/^[-−]/.test(typed)) return 'A refund cannot be negative. Enter at least $0.01.';
  if (isHugeAmount(typed)) return tooMuch;
  const advice = amountAdvice(typed);
  if (advice !== undefined) return advice;
  const cents = parseDollars(typed);
  if (cents === undefined) return 'Enter an amount such as 19.99';
  if (cents < 1) return 'Enter at least $0.01';
  return cents > leftCents ? tooMuch : undefined;
}

export function readRefund(values: RefundValues): { amountCents: number; reason: string } {
  return { amountCents: parseDollars(values.amount) ?? 0, reason: values.reason };
}
