import { dayText } from '../../../../shared/day-text.ts';
import { formatCents } from '../../../../shared/money.ts';
import { discountText } from '../../../../shared/payments/receipt-texts.ts';
import { fullName } from '../../../../shared/person-name.ts';
import type { PurchaseRow } from '../../../platform/db/tables/shop-tables.ts';
import { type Email, emailTo, type Recipient } from '../email.operations.ts';

/** The buyer, whom a receipt names in full. */
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
  return emailTo(buyer, {
    kind: 'receipt',
    text: purchase.awaits_content ? 'receipt_not_ready' : 'receipt',
    values: { product: purchase.product_name },
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
    dedupeKey: `receipt:${purchase.id}`,
  });
}

/** To the owner of a product that had no content and has had content since `readyAt`. */
export function readyEmail(
  purchase: Pick<PurchaseRow, 'id' | 'product_name'>,
  buyer: Recipient,
  readyAt: Date,
  appUrl: string,
): Email {
  return emailTo(buyer, {
    kind: 'product_ready',
    text: 'product_ready',
    values: { product: purchase.product_name },
    action: { label: 'Your library', url: `${appUrl}/coaching` },
    dedupeKey: `product_ready:${purchase.id}:${readyAt.toISOString()}`,
  });
}

/** To a user who opened an earlier version of a PDF; `uploadId` is the new file. */
export function newVersionEmail(to: Recipient, pdf: { title: string; uploadId: string; url: string }): Email {
  return emailTo(to, {
    kind: 'new_version',
    text: 'new_version',
    values: { product: pdf.title },
    action: { label: 'Read the new version', url: pdf.url },
    // `learning/new-versions.queries.ts` builds the same key.
    dedupeKey: `new_version:${pdf.uploadId}:${to.id}`,
  });
}

export function discountFact(code: string | null, discountCents: number): [string, string][] {
  const discount = discountText(code, discountCents);
  return discount === null ? [] : [['Discount', discount]];
}

export function taxFact(taxCents: number): [string, string][] {
  return taxCents === 0 ? [] : [['Tax included', formatCents(taxCents)]];
}

/** Confirms what the buyer agreed to when paying, as consumer law requires: the statement and the date. */
export function withdrawalWaiverEmail(
  buyer: Recipient,
  waiver: { sessionId: string; statement: string; at: Date },
  appUrl: string,
): Email {
  return emailTo(buyer, {
    kind: 'withdrawal_waiver',
    text: 'withdrawal_waiver',
    values: { statement: waiver.statement },
    action: { label: 'Your payments', url: `${appUrl}/billing` },
    facts: [['Agreed on', `${dayText(waiver.at.toISOString())} (UTC)`]],
    dedupeKey: `withdrawal_waiver:${waiver.sessionId}`,
  });
}
