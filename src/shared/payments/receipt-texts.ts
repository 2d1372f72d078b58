import { formatCents } from '../money.ts';

/** The discount of a payment as receipts state it, such as `$4.00 with the code SPRING20`; null without a discount. */
export function discountText(code: string | null, discountCents: number): string | null {
  if (discountCents === 0) return null;
  const discount = formatCents(discountCents);
  return code === null ? discount : `${discount} with the code ${code}`;
}
