import { type RawBuilder, sql } from 'kysely';
import type { PaymentFilterInput } from '../../../shared/payments/payment-list.ts';
import { escapeCsvFormula } from '../../platform/db/escape-csv-formula.ts';
import { isOnHold } from '../../platform/db/product-ownership.ts';
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

/** A dispute takes precedence over a hold, a hold over a full refund, and a refund over the status. */
const saleState = sql`case when billing_payments.status = 'disputed' then 'disputed'
  when billing_payments.status = 'lost' then 'dispute lost'
  when ${isOnHold('purchases')} then 'on hold'
  when billing_payments.status = 'refunded' then 'refunded'
  else purchases.status end`;
const invoiceState = sql`case billing_payments.status when 'paid' then 'completed' when 'lost' then 'dispute lost'
  else billing_payments.status end`;

/** Empty if the account was deleted. */
const exportedCountry = escapeCsvFormula(sql.ref('users.country'));
/** When the newest successful refund was made. Money lost in a dispute is no refund. */
const lastRefundAt = exportedTime(sql<string>`(select max(refund.created_at) from billing_refunds refund
  where refund.payment_id = billing_payments.id and refund.status = 'succeeded')`);

type Column = { name: string; sale: RawBuilder<unknown>; invoice: RawBuilder<unknown> };

/** The filtered purchases and membership payments with the columns of the CSV, newest first. */
export function paymentExport(filter: PaymentFilterInput, hits: readonly WordHits[]) {
  const saleGross = sql`case when purchases.status in ('completed', 'refunded') then purchases.amount_cents
    when purchases.held_reason is not null then coalesce(billing_payments.amount_cents, 0) else 0 end`;
  const unlessFailed = (column: string) =>
    sql`case billing_payments.status when 'failed' then 0 else ${sql.ref(column)} end`;
  const invoiceGross = unlessFailed('billing_payments.amount_cents');
  const invoiceReturned = sql.ref('billing_payments.returned_cents');
  const columns: Column[] = [
    { name: 'paidAt', sale: exportedTime(soldAt), invoice: exportedTime(paidAt) },
    { name: 'kind', sale: sql.ref('purchases.product_type'), invoice: sql`'membership'` },
    { name: 'status', sale: saleState, invoice: invoiceState },
    { name: 'student', sale: exportedBuyer, invoice: exportedBuyer },
    { name: 'email', sale: exportedEmail, invoice: exportedEmail },
    {
      name: 'item',
      sale: escapeCsvFormula(sql`purchases.product_name`),
      invoice: escapeCsvFormula(sql`billing_payments.description`),
    },
    { name: 'key', sale: keyOfPurchase, invoice: sql`null::text` },
    {
      name: 'code',
      sale: sql.ref('promotion_codes.code'),
      invoice: sql.ref('billing_payments.promotion_code'),
    },
    { name: 'gross', sale: dollars(saleGross), invoice: dollars(invoiceGross) },
    {
      name: 'taxIncluded',
      sale: dollars(sql.ref('billing_payments.tax_cents')),
      invoice: dollars(unlessFailed('billing_payments.tax_cents')),
    },
    { name: 'refunded', sale: dollars(returnedOfSale), invoice: dollars(invoiceReturned) },
    {
      name: 'net',
      sale: dollars(sql`(${saleGross}) - (${returnedOfSale})`),
      invoice: dollars(sql`(${invoiceGross}) - (${invoiceReturned})`),
    },
    { name: 'currency', sale: sql.ref('purchases.currency'), invoice: sql.ref('billing_payments.currency') },
    {
      name: 'given',
      sale: sql`case when purchases.granted_by is null then 'no' else 'yes' end`,
      invoice: sql`'no'`,
    },
    {
      name: 'stripePayment',
      sale: sql.ref('purchases.payment_intent_id'),
      invoice: sql.ref('billing_payments.payment_intent_id'),
    },
    { name: 'userId', sale: sql.ref('purchases.user_id'), invoice: sql.ref('billing_payments.user_id') },
    { name: 'id', sale: sql.ref('purchases.id'), invoice: sql.ref('billing_payments.id') },
    { name: 'countryAtRegistration', sale: exportedCountry, invoice: exportedCountry },
    { name: 'lastRefundAt', sale: lastRefundAt, invoice: lastRefundAt },
  ];
  const sales = sql`select ${sql.join(columns.map(({ sale }) => sale))}
    from purchases left join users on users.id = purchases.user_id
      left join products on products.id = purchases.product_id
      left join billing_payments on billing_payments.purchase_id = purchases.id
      left join promotion_codes on promotion_codes.id = purchases.promotion_code_id
    where ${purchaseMatches(filter, hits)}`;
  const invoices = sql`select ${sql.join(columns.map(({ invoice }) => invoice))}
    from billing_payments left join users on users.id = billing_payments.user_id
    where billing_payments.stripe_invoice_id is not null and ${invoiceMatches(filter, hits)}`;
  const branches = [...(wantsPurchases(filter) ? [sales] : []), ...(wantsInvoices(filter) ? [invoices] : [])];
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  return sql`select * from (${sql.join(branches, sql` union all `)}) as listed (${names})
    order by "paidAt" desc, "id" desc`;
}
