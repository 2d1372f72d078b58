import { dayText } from '../../../../shared/day-text.ts';
import { formatCents } from '../../../../shared/money.ts';
import { fullName } from '../../../../shared/person-name.ts';
import { notReadyText } from '../../../../shared/shop/product-content.ts';
import type { PurchaseRow } from '../../../platform/db/tables/shop-tables.ts';
import type { Email, Recipient } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/** Who pays, as a receipt names them. */
export type Buyer = Recipient & { lastName: string };

export function buyerText({ firstName, lastName, email }: Buyer): string {
  return [fullName(firstName, lastName), email].filter((part) => part !== '').join(', ');
}

/** Receipt for a completed purchase, sent once per purchase. */
export function receiptEmail(
  purchase: PurchaseRow & { promotionCode: string | null; taxCents: number },
  buyer: Buyer,
  seller: string,
  appUrl: string,
): Email {
  const paidOn = dayText(purchase.purchased_at ?? purchase.created_at);
  return {
    kind: 'receipt',
    userId: buyer.id,
    to: buyer.email,
    ...renderEmail({
      subject: `Your receipt: ${purchase.product_name}`,
      firstName: buyer.firstName,
      paragraphs: [
        purchase.awaits_content
          ? `Thank you for your purchase. ${notReadyText}`
          : 'Thank you for your purchase. It is in your library now.',
      ],
      action: { label: 'Your library', url: `${appUrl}/coaching` },
      facts: [
        ['Product', purchase.product_name],
        ['Amount', formatCents(purchase.amount_cents)],
        ...discountFact(purchase.promotionCode, purchase.discount_cents),
        ...taxFact(purchase.taxCents),
        ['Date', `${paidOn} (UTC)`],
        ['Receipt number', purchase.id],
        ['Seller', seller],
        ['Buyer', buyerText(buyer)],
      ],
      closing: [
        'Please keep this email as your receipt. If something is wrong with the purchase, write to us and quote the number above.',
      ],
    }),
    dedupeKey: `receipt:${purchase.id}`,
  };
}

/** To the buyer of a preordered product that is now available. */
export function readyEmail(
  purchase: Pick<PurchaseRow, 'id' | 'product_name'>,
  buyer: Recipient,
  appUrl: string,
): Email {
  return {
    kind: 'product_ready',
    userId: buyer.id,
    to: buyer.email,
    ...renderEmail({
      subject: `Ready for you: ${purchase.product_name}`,
      firstName: buyer.firstName,
      paragraphs: [`${purchase.product_name} was not ready when you bought it. Now it is in your library.`],
      action: { label: 'Your library', url: `${appUrl}/coaching` },
    }),
    dedupeKey: `product_ready:${purchase.id}`,
  };
}

/** To a user who opened an earlier version of a PDF; `uploadId` is the new file. */
export function newVersionEmail(to: Recipient, pdf: { title: string; uploadId: string; url: string }): Email {
  return {
    kind: 'new_version',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: `New version: ${pdf.title}`,
      firstName: to.firstName,
      paragraphs: [`${pdf.title} has a new version. It replaces the one that you opened, at no charge.`],
      action: { label: 'Read the new version', url: pdf.url },
    }),
    // The query that finds the readers knows the form of this key.
    dedupeKey: `new_version:${pdf.uploadId}:${to.id}`,
  };
}

/** The discount of a promotion code, if any. */
export function discountFact(code: string | null, discountCents: number): [string, string][] {
  if (discountCents === 0) return [];
  const discount = formatCents(discountCents);
  return [['Discount', code === null ? discount : `${discount} with the code ${code}`]];
}

/** The tax in the amount, if any. */
export function taxFact(taxCents: number): [string, string][] {
  return taxCents === 0 ? [] : [['Tax included', formatCents(taxCents)]];
}

/** Confirms what the buyer agreed to at the payment, as consumer law requires: in words, with the time. */
export function withdrawalWaiverEmail(
  buyer: Recipient,
  waiver: { sessionId: string; statement: string; at: Date },
  appUrl: string,
): Email {
  return {
    kind: 'withdrawal_waiver',
    userId: buyer.id,
    to: buyer.email,
    ...renderEmail({
      subject: 'You asked for access immediately',
      firstName: buyer.firstName,
      paragraphs: ['When you paid, you agreed to this:', `“${waiver.statement}”`],
      facts: [['Agreed on', `${dayText(waiver.at.toISOString())} (UTC)`]],
      action: { label: 'Your payments', url: `${appUrl}/billing` },
      closing: ['The refunds that our Terms of Service promise stay open to you.'],
    }),
    dedupeKey: `withdrawal_waiver:${waiver.sessionId}`,
  };
}
