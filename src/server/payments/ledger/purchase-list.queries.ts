import { type RawBuilder, sql } from 'kysely';
import type { PaymentFilterInput } from '../../../shared/payments/payment-list.ts';
import type { PurchaseFilterInput } from '../../../shared/payments/purchase-list.ts';
import { deletedUser } from '../../../shared/person-name.ts';
import type { Db } from '../../platform/db/database.ts';
import { escapeCsvFormula } from '../../platform/db/escape-csv-formula.ts';
import { beginningWith, containing } from '../../platform/db/like-pattern.ts';
import { isOnHold } from '../../platform/db/product-ownership.ts';
import { type AdminPurchaseRow, joinedPurchases, purchasesForAdmin } from './purchases.queries.ts';

export const soldAt = sql<string>`coalesce(purchases.purchased_at, purchases.created_at)`;

/** The same format as `purchaseKey`. */
export const keyOfPurchase = sql<string | null>`case products.type
  when 'pdf' then 'pdf-' || products.product_number
  when 'session' then 'session-' || products.id end`;

/** Matches of one word of a search. */
export type WordHits = {
  word: string;
  /** Undefined if there are too many to list. */
  buyers: readonly string[] | undefined;
  products: readonly number[];
  /** Product names at the time of sale. */
  names: readonly string[];
  /** Descriptions of membership payments. */
  memberships: readonly string[];
};

/** With more matching buyers than this, scanning the list fills a page faster than looking up their purchases. */
const maxBuyers = 2_000;

/** Whether a user matches a word. Repeats the expression of an index, so that Postgres can use the index. */
const personMatches = (part: RawBuilder<string>) =>
  sql<boolean>`lower(users.first_name || ' ' || users.last_name || ' ' || users.email) like ${part}`;

/** Finds the matches of each word first, so that Postgres plans the query of the list with real row counts. */
export async function findWordHits(db: Db, q: string): Promise<WordHits[]> {
  const words = [...new Set(q.split(/\s+/).filter(Boolean))];
  return Promise.all(
    words.map(async (word) => {
      const part = containing(word);
      const [buyers, products, names, memberships] = await Promise.all([
        db
          .selectFrom('users')
          .select('id')
          .where('deleted_at', 'is', null)
          .where(personMatches(part))
          .limit(maxBuyers + 1)
          .execute(),
        db.selectFrom('products').select('id').where(sql<boolean>`${keyOfPurchase} like ${part}`).execute(),
        findSoldNames(db, part),
        findMembershipNames(db, part),
      ]);
      return {
        word,
        buyers: buyers.length > maxBuyers ? undefined : buyers.map(({ id }) => id),
        products: products.map(({ id }) => id),
        names,
        memberships,
      };
    }),
  );
}

/** Names of sold products that contain the text. A skip scan: one index lookup for each distinct name. */
async function findSoldNames(db: Db, part: RawBuilder<string>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive sold (name) as (
      (select product_name from purchases order by product_name limit 1)
      union all
      select (select p.product_name from purchases p where p.product_name > sold.name order by p.product_name limit 1)
      from sold where sold.name is not null
    ) select name from sold where lower(name) like ${part}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Like `findSoldNames`, for the descriptions of membership payments. */
async function findMembershipNames(db: Db, part: RawBuilder<string>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive paid (name) as (
      (select description from billing_payments where stripe_invoice_id is not null order by description limit 1)
      union all
      select (select p.description from billing_payments p
        where p.stripe_invoice_id is not null and p.description > paid.name order by p.description limit 1)
      from paid where paid.name is not null
    ) select name from paid where lower(name) like ${part}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether the buyer matches a word. Refers to `users` if too many buyers match to list them. */
export function buyerMatches(userId: RawBuilder<unknown>, word: string, buyers: WordHits['buyers']) {
  // Only text and number parameters, which the CSV export can turn into literals for `copy`.
  return buyers
    ? sql`${userId} = any(${`{${buyers.join(',')}}`}::uuid[])`
    : sql`(users.deleted_at is null and ${personMatches(containing(word))})`;
}

/** The conditions for the days of a filter. */
export function daysMatch(
  at: RawBuilder<string>,
  { from, to }: Pick<PurchaseFilterInput, 'from' | 'to'>,
): RawBuilder<boolean>[] {
  const start = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;
  return [
    ...(from === undefined ? [] : [sql<boolean>`${at} >= ${start(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${at} < ${start(to)} + interval '24 hours'`]),
  ];
}

/** Whether a purchase matches a word. The word matches a Stripe id only if the id begins with it. */
function mentions({ word, buyers, products, names }: WordHits): RawBuilder<boolean> {
  const prefix = beginningWith(word);
  return sql<boolean>`(${buyerMatches(sql.ref('purchases.user_id'), word, buyers)} or purchases.product_id = any(${`{${products.join(',')}}`}::integer[])
    or purchases.product_name = any(array[${sql.join(names)}]::text[])
    or purchases.payment_intent_id like ${prefix} or purchases.checkout_session_id like ${prefix})`;
}

/** Whether a delivered purchase was refunded in full, and its buyer kept access. */
const keepsRefunded = sql<boolean>`(purchases.status = 'completed'
  and purchases.refunded_cents > 0 and purchases.refunded_cents >= purchases.amount_cents)`;

/** The condition for the purchases of a filter. Refers to `users` if a word matches too many buyers to list. */
export function purchaseMatches(
  filter: PurchaseFilterInput | PaymentFilterInput,
  hits: readonly WordHits[],
): RawBuilder<boolean> {
  const { status, type, userId } = filter;
  const conditions: RawBuilder<unknown>[] = [...hits.map(mentions), ...daysMatch(soldAt, filter)];
  if (status === 'held') {
    conditions.push(isOnHold('purchases'));
  } else if (status === 'completed') {
    conditions.push(sql`purchases.status = 'completed'`, sql`not ${keepsRefunded}`);
  } else if (status === 'refunded') {
    conditions.push(sql`(purchases.status = 'refunded' or ${keepsRefunded})`);
  } else if (status === 'partial') {
    conditions.push(
      sql`purchases.status = 'completed'`,
      sql`purchases.refunded_cents > 0`,
      sql`not ${keepsRefunded}`,
    );
  } else if (status === 'disputed') {
    conditions.push(sql`purchases.id in (select of.purchase_id from billing_disputes
      join billing_payments of on of.id = billing_disputes.payment_id)`);
  } else if (status !== 'all') {
    conditions.push(sql`purchases.status = ${status}`);
  }
  if (type !== undefined) conditions.push(sql`purchases.product_type = ${type}`);
  if (userId !== undefined) conditions.push(sql`purchases.user_id = ${userId}`);
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * A page of purchases, starting at `offset`. Selects the ids first and joins the other tables afterwards.
 * @param page.isFew - whether few rows match. If so, the query sorts them without the index on the time of sale,
 * because Postgres would scan that index until the page is full.
 */
export async function findPurchasePage(
  db: Db,
  filter: PurchaseFilterInput,
  hits: readonly WordHits[],
  page: { limit: number; offset: number; direction: 'asc' | 'desc'; isFew: boolean },
): Promise<AdminPurchaseRow[]> {
  const { direction } = page;
  const ids = joinedPurchases(db)
    .where(purchaseMatches(filter, hits))
    .select('purchases.id')
    .orderBy(page.isFew ? sql`${soldAt} + interval '0'` : soldAt, direction)
    .orderBy('purchases.id', direction)
    .limit(page.limit)
    .offset(page.offset);
  return purchasesForAdmin(db)
    .where('purchases.id', 'in', ids)
    .orderBy(sql`${soldAt} + interval '0'`, direction)
    .orderBy('purchases.id', direction)
    .execute();
}

/** The number of purchases that match the filter, and their totals in US cents. */
export async function countPurchases(
  db: Db,
  filter: PurchaseFilterInput | PaymentFilterInput,
  hits: readonly WordHits[],
): Promise<{ count: number; soldCents: number; refundedCents: number }> {
  const totals = [
    sql<number>`count(*)`.as('count'),
    // Including refunded purchases.
    sql<number>`coalesce(sum(purchases.amount_cents)
      filter (where purchases.status in ('completed', 'refunded')), 0)`.as('soldCents'),
    sql<number>`coalesce(sum(purchases.refunded_cents), 0)`.as('refundedCents'),
  ] as const;
  const condition = purchaseMatches(filter, hits);
  // Without a search, Postgres can use an index-only scan, which it does not consider with joins.
  return hits.length === 0
    ? db.selectFrom('purchases').select(totals).where(condition).executeTakeFirstOrThrow()
    : joinedPurchases(db).select(totals).where(condition).executeTakeFirstOrThrow();
}

/**
 * The amount that was refunded, or lost in a dispute. A granted product has no payment, so its amount is read from the
 * purchase.
 */
export const returnedOfSale = sql<number>`coalesce(billing_payments.returned_cents, purchases.refunded_cents)`;

export const dollars = (cents: RawBuilder<unknown>) => sql<string>`((${cents}) / 100.0)::numeric(12, 2)`;

export const exportedTime = (at: RawBuilder<string>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
export const exportedBuyer = escapeCsvFormula(
  sql`case when users.id is null or users.deleted_at is not null then ${sql.lit(deletedUser)}
    else users.first_name || ' ' || users.last_name end`,
);
export const exportedEmail = escapeCsvFormula(sql`case when users.deleted_at is null then users.email end`);

/** The filtered purchases with the columns of the CSV, newest first. */
export function purchaseExport(db: Db, filter: PurchaseFilterInput, hits: readonly WordHits[]) {
  return joinedPurchases(db)
    .where(purchaseMatches(filter, hits))
    .select([
      exportedTime(soldAt).as('soldAt'),
      sql`case when ${keepsRefunded} then 'refunded' else purchases.status end`.as('status'),
      'purchases.held_reason as heldReason',
      exportedBuyer.as('buyer'),
      exportedEmail.as('email'),
      'purchases.product_type as productType',
      escapeCsvFormula(sql`purchases.product_name`).as('product'),
      keyOfPurchase.as('purchaseKey'),
      dollars(sql.ref('purchases.amount_cents')).as('amount'),
      dollars(returnedOfSale).as('refunded'),
      'purchases.currency',
      sql`case when purchases.granted_by is null then 'no' else 'yes' end`.as('given'),
      'purchases.payment_intent_id as paymentIntentId',
      'purchases.user_id as userId',
      'purchases.id as purchaseId',
    ])
    .orderBy(soldAt, 'desc')
    .orderBy('purchases.id', 'desc');
}
