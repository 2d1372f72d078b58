import { formatCents } from '../../shared/money.ts';
import type { PurchaseRow } from '../db/schema.ts';
import type { Mail } from '../mail/mail.operations.ts';

/** The mail that tells of a completed purchase; the key makes it one a purchase, however often it is asked for. */
export function receiptMail(
  purchase: PurchaseRow,
  buyer: { id: string; email: string; firstName: string },
  appUrl: string,
): Mail {
  const paidOn = (purchase.purchased_at ?? purchase.created_at).slice(0, 10);
  return {
    kind: 'receipt',
    userId: buyer.id,
    to: buyer.email,
    subject: `Your receipt: ${purchase.product_name}`,
    text: [
      `Hello ${buyer.firstName},`,
      '',
      'thank you for your purchase. It is in your library now:',
      `${appUrl}/coaching`,
      '',
      `Product: ${purchase.product_name}`,
      `Amount: ${formatCents(purchase.amount_cents)}`,
      `Date: ${paidOn} (UTC)`,
      `Purchase: ${purchase.id}`,
      '',
      'Keep this mail as your receipt. If something is wrong with the purchase, please write to us with the number above.',
    ].join('\n'),
    dedupeKey: `receipt:${purchase.id}`,
  };
}
