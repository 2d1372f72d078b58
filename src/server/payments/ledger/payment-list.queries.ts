import { type RawBuilder, sql } from 'kysely';
import type { PaymentFilterInput, PaymentList } from '../../../shared/payments/payment-list.ts';
import type { Db } from '../../platform/db/database.ts';
import { beginningWith } from '../../platform/db/like-pattern.ts';
import {
  buyerMatches,
  countPurchases,
  daysMatch,
  purchaseMatches,
  soldAt,
  type WordHits,
} from './purchase-list.queries.ts';
import { joinedPurchases } from './purchases.queries.ts';

type Totals = PaymentList['totals'];

export const paidAt = sql<string>`coalesce(billing_payments.paid_at, billing_payments.created_at)`;

/** Membership payments joined with their payers. */
function joinedInvoices(db: Db) {
  return db
    .selectFrom('billing_payments')
    .leftJoin('users', 'users.id', 'billing_payments.user_id')
    .where('billing_payments.stripe_invoice_id', 'is not', null);
}

function invoiceMentions({ word, buyers, memberships }: WordHits): RawBuilder<boolean> {
  const byPayer = buyerMatches(sql.ref('billing_payments.user_id'), word, buyers);
  const prefix = beginningWith(word);
  return sql<boolean>`(${byPayer} or billing_payments.description = any(array[${sql.join(memberships)}]::text[])
    or billing_payments.payment_intent_id like ${prefix} or billing_payments.stripe_invoice_id like ${prefix})`;
}

function invoiceStatusIs(status: PaymentFilterInput['status']): RawBuilder<boolean> {
  switch (status) {
    case 'all':
      return sql`true`;
    case 'completed':
      return sql`billing_payments.status in ('paid', 'disputed')`;
    case 'failed':
      return sql`billing_payments.status = 'failed'`;
    case 'refunded':
      return sql`billing_payments.status in ('refunded', 'lost')`;
    case 'partial':
      return sql`billing_payments.status in ('paid', 'disputed') and billing_payments.refunded_cents > 0`;
    case 'disputed':
      return sql`billing_payments.id in (select payment_id from billing_disputes)`;
    default:
      // Membership payments are neither pending nor on hold.
      return sql`false`;
  }
}

export function invoiceMatches(filter: PaymentFilterInput, hits: readonly WordHits[]): RawBuilder<boolean> {
  const { status, userId } = filter;
  const conditions = [invoiceStatusIs(status), ...hits.map(invoiceMentions), ...daysMatch(paidAt, filter)];
  if (userId !== undefined) conditions.push(sql`billing_payments.user_id = ${userId}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export const wantsInvoices = ({ type }: PaymentFilterInput) => type === undefined || type === 'membership';
export const wantsPurchases = ({ type }: PaymentFilterInput) => type !== 'membership';

/** The position of a purchase or membership payment in the list; the cursor is its id. */
type Boundary = { at: string; id: string };

export async function findBoundary(db: Db, id: string): Promise<Boundary | undefined> {
  const { rows } = await sql<Boundary>`
    select coalesce(purchased_at, created_at)::text as at, id::text from purchases where id = ${id}
    union all select coalesce(paid_at, created_at)::text, id::text from billing_payments
      where id = ${id} and stripe_invoice_id is not null`.execute(db);
  return rows[0];
}

export type ListedId = { id: string; isInvoice: boolean };

/**
 * The ids of the purchases and membership payments on a page, newest first. Takes at most a full page from each table.
 * @param page.isFew - whether few rows match. If so, Postgres sorts all of them; otherwise, it scans each table in
 * order until the page is full.
 */
export async function findPaymentIds(
  db: Db,
  filter: PaymentFilterInput,
  hits: readonly WordHits[],
  page: { limit: number; isFew: boolean; after?: Boundary | undefined },
): Promise<ListedId[]> {
  const { after, limit } = page;
  // Postgres has no index on this sum, so it sorts the rows.
  const order = (at: RawBuilder<string>) => (page.isFew ? sql`${at} + interval '0'` : at);
  const isBehind = (at: RawBuilder<string>, id: RawBuilder<unknown>) =>
    after === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(${at}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const purchases = joinedPurchases(db)
    .where(purchaseMatches(filter, hits))
    .where(isBehind(soldAt, sql`purchases.id`))
    .select(['purchases.id', soldAt.as('at'), sql<boolean>`false`.as('isInvoice')])
    .orderBy(order(soldAt), 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(limit);
  const invoices = joinedInvoices(db)
    .where(invoiceMatches(filter, hits))
    .where(isBehind(paidAt, sql`billing_payments.id`))
    .select(['billing_payments.id', paidAt.as('at'), sql<boolean>`true`.as('isInvoice')])
    .orderBy(order(paidAt), 'desc')
    .orderBy('billing_payments.id', 'desc')
    .limit(limit);
  const branches = [
    ...(wantsPurchases(filter) ? [purchases] : []),
    ...(wantsInvoices(filter) ? [invoices] : []),
  ].map((branch) => sql`(${branch})`);
  const { rows } =
    await sql<ListedId>`select id, "isInvoice" from (${sql.join(branches, sql` union all `)}) as listed
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Totals of all rows that match the filter. */
export async function countPayments(
  db: Db,
  filter: PaymentFilterInput,
  hits: readonly WordHits[],
): Promise<Totals> {
  const parts = await Promise.all([
    ...(wantsPurchases(filter) ? [countSales(db, filter, hits)] : []),
    ...(wantsInvoices(filter) ? [countInvoices(db, filter, hits)] : []),
  ]);
  const sum = (name: keyof Totals) => parts.reduce((total, part) => total + part[name], 0);
  return { count: sum('count'), grossCents: sum('grossCents'), returnedCents: sum('returnedCents') };
}

/**
 * The totals of `countPurchases`, plus what it leaves out: payments of purchases on hold, and money that buyers got
 * back through lost disputes.
 */
async function countSales(db: Db, filter: PaymentFilterInput, hits: readonly WordHits[]): Promise<Totals> {
  const [all, held, lost] = await Promise.all([
    countPurchases(db, filter, hits),
    joinedPurchases(db)
      .where(purchaseMatches(filter, hits))
      .where('purchases.held_reason', 'is not', null)
      .where('purchases.status', '=', 'failed')
      .select(sql<number>`coalesce(sum(billing_payments.amount_cents), 0)`.as('cents'))
      .executeTakeFirstOrThrow(),
    joinedPurchases(db)
      .where(purchaseMatches(filter, hits))
      .where('billing_payments.status', '=', 'lost')
      .select(
        sql<number>`coalesce(sum(billing_payments.returned_cents - purchases.refunded_cents), 0)`.as('cents'),
      )
      .executeTakeFirstOrThrow(),
  ]);
  return {
    count: all.count,
    grossCents: all.soldCents + held.cents,
    returnedCents: all.refundedCents + lost.cents,
  };
}

async function countInvoices(db: Db, filter: PaymentFilterInput, hits: readonly WordHits[]): Promise<Totals> {
  const query =
    hits.length === 0
      ? db.selectFrom('billing_payments').where('billing_payments.stripe_invoice_id', 'is not', null)
      : joinedInvoices(db);
  return query
    .where(invoiceMatches(filter, hits))
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(billing_payments.amount_cents)
        filter (where billing_payments.status <> 'failed'), 0)`.as('grossCents'),
      sql<number>`coalesce(sum(billing_payments.returned_cents), 0)`.as('returnedCents'),
    ])
    .executeTakeFirstOrThrow();
}
