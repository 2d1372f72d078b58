import { type RawBuilder, sql } from 'kysely';
import type { PurchaseFilterInput, PurchasePage } from '../../shared/purchase-list.ts';
import type { Db } from '../db/database.ts';
import type { AdminPurchaseRow } from './payments.queries.ts';

const soldAt = sql<string>`coalesce(purchases.purchased_at, purchases.created_at)`;

/** As `purchaseKey` names them. */
const key = sql<string | null>`case products.type
  when 'pdf' then 'pdf-' || products.product_number
  when 'session' then 'session-' || products.id end`;

/** `%` and `_` mean themselves. */
function containing(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The purchases that a filter means, with buyer, today's product and payment in reach. */
function meant(db: Db, filter: PurchaseFilterInput) {
  const { status, type, from, to, userId } = filter;
  let query = db
    .selectFrom('purchases')
    .leftJoin('users', 'users.id', 'purchases.user_id')
    .leftJoin('products', 'products.id', 'purchases.product_id')
    .leftJoin('billing_payments', 'billing_payments.purchase_id', 'purchases.id');
  if (status === 'held') {
    query = query.where('purchases.status', '=', 'failed').where('purchases.held_reason', 'is not', null);
  } else if (status !== 'all') {
    query = query.where('purchases.status', '=', status);
  }
  if (type !== undefined) query = query.where('purchases.product_type', '=', type);
  if (userId !== undefined) query = query.where('purchases.user_id', '=', userId);
  if (from !== undefined) query = query.where(sql<boolean>`${soldAt} >= ${`${from}T00:00:00Z`}::timestamptz`);
  if (to !== undefined) {
    query = query.where(sql<boolean>`${soldAt} < ${`${to}T00:00:00Z`}::timestamptz + interval '24 hours'`);
  }
  for (const word of filter.q.split(/\s+/).filter(Boolean)) {
    query = query.where(
      sql<boolean>`concat_ws(' ', users.first_name, users.last_name, users.email, purchases.product_name, ${key},
        purchases.payment_intent_id, purchases.checkout_session_id) ilike ${containing(word)}`,
    );
  }
  return query;
}

/** Newest first, from behind the purchase `afterId` on. */
export async function findPurchasePage(
  db: Db,
  filter: PurchaseFilterInput,
  page: { afterId: string | undefined; limit: number },
): Promise<AdminPurchaseRow[]> {
  const { afterId } = page;
  return meant(db, filter)
    .selectAll('purchases')
    .select([
      'users.first_name as buyer_first_name',
      'users.last_name as buyer_last_name',
      'users.email as buyer_email',
      'users.deleted_at as buyer_deleted_at',
      'products.type as actual_type',
      'products.product_number as actual_number',
      'products.title as actual_title',
      'products.price_cents as actual_price_cents',
      'products.is_free as actual_is_free',
      'billing_payments.id as payment_id',
      'billing_payments.status as payment_status',
    ])
    .$if(afterId !== undefined, (query) =>
      query.where(
        sql<boolean>`(purchases.created_at, purchases.id) <
          (select last.created_at, last.id from purchases last where last.id = ${afterId ?? ''})`,
      ),
    )
    .orderBy('purchases.created_at', 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function countPurchases(db: Db, filter: PurchaseFilterInput): Promise<PurchasePage['totals']> {
  return meant(db, filter)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(purchases.amount_cents) filter (where purchases.status = 'completed'), 0)`.as(
        'completedCents',
      ),
      sql<number>`coalesce(sum(purchases.refunded_cents), 0)`.as('refundedCents'),
    ])
    .executeTakeFirstOrThrow();
}

/** Spreadsheets run a cell that starts with one of these as a formula (ACC-29). */
const inert = (text: RawBuilder<unknown>) =>
  sql<string>`case when ${text} ~ '^[=+@\t\r-]' then '''' || ${text} else ${text} end`;
const dollars = (column: string) => sql<string>`(${sql.ref(column)} / 100.0)::numeric(12, 2)`;

/** The same purchases with the columns of the exported table, newest first. */
export function purchaseExport(db: Db, filter: PurchaseFilterInput) {
  return meant(db, filter)
    .select([
      sql`to_char(${soldAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as('soldAt'),
      'purchases.status as status',
      'purchases.held_reason as heldReason',
      inert(
        sql`case when users.id is null or users.deleted_at is not null then 'Deleted user'
          else users.first_name || ' ' || users.last_name end`,
      ).as('buyer'),
      inert(sql`case when users.deleted_at is null then users.email end`).as('email'),
      'purchases.product_type as productType',
      inert(sql`purchases.product_name`).as('product'),
      key.as('purchaseKey'),
      dollars('purchases.amount_cents').as('amount'),
      dollars('purchases.refunded_cents').as('refunded'),
      'purchases.currency as currency',
      sql`purchases.grant_reason is not null`.as('given'),
      'purchases.payment_intent_id as paymentIntentId',
      'purchases.user_id as userId',
      'purchases.id as purchaseId',
    ])
    .orderBy('purchases.created_at', 'desc')
    .orderBy('purchases.id', 'desc');
}
