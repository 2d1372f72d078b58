import { sql } from 'kysely';
import type { PaymentFilterInput } from '../../../shared/payments/payment-list.ts';
import { escapeCsvFormula } from '../../platform/db/escape-csv-formula.ts';
import { invoiceMatches, paidAt, wantsInvoices, wantsPurchases } from './payment-list.queries.ts';
import {
  dollars,
  exportedBuyer,
  exportedEmail,
  exportedTime,
  keyOfPurchase,
  purchaseMatches,
  returnedOfSale,
  soldAt,
  type WordHits,
} from './purchase-list.queries.ts';

/** The state that the list shows: a dispute, then a hold, then the status. */
const saleState = sql`case when billing_payments.status = 'disputed' then 'disputed'
  when billing_payments.status = 'lost' then 'lost to the bank'
  when purchases.status = 'failed' and purchases.held_reason is not null then 'on hold'
  else purchases.status end`;
const invoiceState = sql`case billing_payments.status when 'paid' then 'completed' when 'lost' then 'lost to the bank'
  else billing_payments.status end`;

export function paymentExport(filter: PaymentFilterInput, hits: readonly WordHits[]) {
  const saleGross = sql`case when purchases.status in ('completed', 'refunded') then purchases.amount_cents
    when purchases.held_reason is not null then coalesce(billing_payments.amount_cents, 0) else 0 end`;
  const sales = sql`select ${exportedTime(soldAt)} as "paidAt", purchases.product_type as "kind",
      ${saleState} as "status",
      ${exportedBuyer} as "student", ${exportedEmail} as "email", ${escapeCsvFormula(sql`purchases.product_name`)} as "item",
      ${keyOfPurchase} as "key", promotion_codes.code as "code",
      ${dollars(saleGross)} as "gross", ${dollars(sql.ref('billing_payments.tax_cents'))} as "taxIncluded",
      ${dollars(returnedOfSale)} as "refunded", ${dollars(sql`(${saleGross}) - (${returnedOfSale})`)} as "net",
      purchases.currency as "currency",
      case when purchases.granted_by is null then 'no' else 'yes' end as "given",
      purchases.payment_intent_id as "stripePayment", purchases.user_id as "userId", purchases.id as "id"
    from purchases left join users on users.id = purchases.user_id
      left join products on products.id = purchases.product_id
      left join billing_payments on billing_payments.purchase_id = purchases.id
      left join promotion_codes on promotion_codes.id = purchases.promotion_code_id
    where ${purchaseMatches(filter, hits)}`;
  const unlessFailed = (column: string) =>
    sql`case billing_payments.status when 'failed' then 0 else ${sql.ref(column)} end`;
  const invoiceGross = unlessFailed('billing_payments.amount_cents');
  const invoiceReturned = sql.ref('billing_payments.returned_cents');
  const invoices = sql`select ${exportedTime(paidAt)}, 'membership', ${invoiceState}, ${exportedBuyer}, ${exportedEmail},
      ${escapeCsvFormula(sql`billing_payments.description`)}, null::text,
      billing_payments.promotion_code,
      ${dollars(invoiceGross)}, ${dollars(unlessFailed('billing_payments.tax_cents'))}, ${dollars(invoiceReturned)},
      ${dollars(sql`(${invoiceGross}) - (${invoiceReturned})`)}, billing_payments.currency, 'no',
      billing_payments.payment_intent_id, billing_payments.user_id, billing_payments.id
    from billing_payments left join users on users.id = billing_payments.user_id
    where billing_payments.stripe_invoice_id is not null and ${invoiceMatches(filter, hits)}`;
  const branches = [...(wantsPurchases(filter) ? [sales] : []), ...(wantsInvoices(filter) ? [invoices] : [])];
  const names = sql.raw(
    [
      'paidAt',
      'kind',
      'status',
      'student',
      'email',
      'item',
      'key',
      'code',
      'gross',
      'taxIncluded',
      'refunded',
      'net',
      'currency',
      'given',
      'stripePayment',
      'userId',
      'id',
    ]
      .map((name) => `"${name}"`)
      .join(', '),
  );
  return sql`select * from (${sql.join(branches, sql` union all `)}) as listed (${names})
    order by "paidAt" desc, "id" desc`;
}
