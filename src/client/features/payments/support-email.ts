import type { PaymentErrorReason } from '../../../shared/payments/payment-errors.ts';

export type PaymentFacts = {
  reason?: PaymentErrorReason | undefined;
  plan?: string | undefined;
  amountCents?: number | undefined;
  sessionId?: string | undefined;
};

/** An e-mail to the support with what we know of the payment already in it. Amount in dollars, as people read it. */
export function supportMailto(
  address: string,
  { reason, plan, amountCents, sessionId }: PaymentFacts,
): string {
  const lines = [
    'Please help me with this payment:',
    '',
    ...(reason ? [`Reason: ${reason}`] : []),
    ...(plan ? [`Plan: ${plan}`] : []),
    ...(amountCents === undefined ? [] : [`Amount: $${(amountCents / 100).toFixed(2)}`]),
    ...(sessionId ? [`Session ID: ${sessionId}`] : []),
    '',
    '',
  ];
  // Email programs read a plus sign as itself, so that URLSearchParams would not do. RFC 6068 asks for CRLF.
  const encode = encodeURIComponent;
  return `mailto:${encode(address).replace('%40', '@')}?subject=${encode('Payment issue')}&body=${encode(lines.join('\r\n'))}`;
}
