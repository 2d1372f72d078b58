import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { isOnHold } from '../platform/db/product-ownership.ts';
import { waitsForApplicant } from '../platform/db/waits-for-applicant.ts';
import { waitsForCoach } from '../platform/db/waits-for-coach.ts';
import { type Span, spanTable } from './reports/subscription-figures.queries.ts';

type Row = { kind: string; count: number; overdue: number; at: string | null };

/**
 * Work that waits for an admin, one row for each kind, in one round trip. `decisions` are tasks about payments; a task
 * about a refund made in Stripe's dashboard counts only while the payment's subscription runs. `held` are purchases on
 * hold, for example because of a wrong amount, and subscriptions on hold, whose price belongs to no plan. Applications
 * of accounts that are about to be deleted do not count.
 * @param applicationsOverdueBefore - applications from before this time are overdue
 * @param messagesOverdueBefore - messages and refund requests from before this time are overdue
 * @param urgentUntil - counts only questions that wait for an answer and are due before this time
 */
export async function findWaiting(
  db: Db,
  {
    now,
    applicationsOverdueBefore,
    messagesOverdueBefore,
    urgentUntil,
  }: { now: Date; applicationsOverdueBefore: Date; messagesOverdueBefore: Date; urgentUntil: Date },
): Promise<Row[]> {
  const countBefore = (column: string, before: Date) =>
    sql`count(*) filter (where ${sql.ref(column)} < ${before.toISOString()}::timestamptz)::int`;
  const { rows } = await sql<Row>`
    select 'disputes' as kind, count(*)::int as count, ${countBefore('d.evidence_due_at', now)} as overdue,
      min(d.evidence_due_at) as at
    from billing_disputes d join billing_payments p on p.id = d.payment_id
    where d.standing = 'unclear' or (d.evidence_sent_at is null and d.status not like '%under_review'
      and ((d.standing = 'open' and (d.evidence_due_at is null or d.evidence_due_at > ${now}))
        or (d.standing = 'inquiry' and p.status = 'paid')))
    union all
    select 'decisions', count(*)::int, 0, min(t.created_at)
    from admin_tasks t join billing_payments p on p.id = t.payment_id
      left join subscriptions s on s.id = p.subscription_id and s.status not in ('canceled', 'incomplete_expired')
    where t.done_at is null and (t.kind <> 'refunded_at_stripe' or s.id is not null)
    union all
    select 'held', count(*)::int, 0, min(at) from (
      select updated_at as at from purchases where ${isOnHold('purchases')}
      union all
      select held_at from subscriptions where held_at is not null
    ) held
    union all
    select 'refundRequests', count(*)::int, ${countBefore('created_at', messagesOverdueBefore)}, min(created_at)
    from refund_requests where status = 'open'
    union all
    select 'privacyRequests', count(*)::int, ${countBefore('due_at', now)}, min(due_at)
    from contact_messages where handled_at is null and topic = 'privacy'
    union all
    select 'messages', count(*)::int, ${countBefore('created_at', messagesOverdueBefore)}, min(created_at)
    from contact_messages where handled_at is null and answered_at is null and topic <> 'privacy'
    union all
    select 'applications', count(*)::int, ${countBefore('created_at', applicationsOverdueBefore)}, min(created_at)
    from kyc_applications
    where superseded_at is null and status in ('pending', 'requires_review')
      and not ${waitsForApplicant('kyc_applications')}
      and user_id not in (select id from users where deletion_due_at is not null)
    union all
    select 'questions', count(*)::int, ${countBefore('due_at', now)}, min(due_at)
    from questions
    where ${waitsForCoach} and due_at < ${urgentUntil.toISOString()}::timestamptz
    union all
    select 'failedEmails', count(*)::int, 0, min(created_at)
    from mail_messages where status = 'failed' and dismissed_at is null`.execute(db);
  return rows;
}

/** Payments in each span, and what was refunded or lost in disputes, in US cents. Omits spans without a payment. */
export async function sumMoney(db: Db, spans: readonly Span[]) {
  const { rows } = await sql<{ name: string; grossCents: number; refundedCents: number; payments: number }>`
    select span.name, coalesce(sum(amount_cents), 0)::bigint as "grossCents",
      coalesce(sum(returned_cents), 0)::bigint as "refundedCents", count(*)::int as payments
    from ${spanTable(spans)}
    join billing_payments on paid_at >= beginning and paid_at < ending and status <> 'failed'
    group by span.name`.execute(db);
  return rows;
}

/**
 * Users other than admins who registered in each span, including deleted accounts. Omits spans without a registration.
 */
export async function countNewStudents(db: Db, spans: readonly Span[]) {
  const { rows } = await sql<{ name: string; count: number }>`
    select span.name, count(*)::int as count
    from ${spanTable(spans)}
    join users on created_at >= beginning and created_at < ending and role <> 'admin'
    group by span.name`.execute(db);
  return rows;
}

/** The best-selling products and plans since `from`, by number of payments. */
export async function findBestSellers(db: Db, from: Date, limit: number) {
  return db
    .selectFrom('billing_payments')
    .leftJoin('purchases', 'purchases.id', 'billing_payments.purchase_id')
    .leftJoin('products', 'products.id', 'purchases.product_id')
    .select((eb) => [
      sql<string>`coalesce(products.title, billing_payments.description)`.as('name'),
      eb.fn.countAll<number>().as('sold'),
      eb.fn.sum<number>('billing_payments.amount_cents').as('grossCents'),
    ])
    .where('billing_payments.status', '<>', 'failed')
    .where('billing_payments.paid_at', '>=', from.toISOString())
    .groupBy('name')
    .orderBy('sold', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute();
}

/**
 * Counts the visits and the registrations of students since `from`, and how many of these students have an approved
 * identity (`verified`) or have paid (`bought`). `visitsSince` is the day of the first visit ever counted.
 */
export async function countFunnel(db: Db, from: Date) {
  return db
    .selectFrom('users')
    .select((eb) => [
      sql<number>`(select coalesce(sum(count), 0)::bigint from visits where day >= ${from.toISOString()}::date)`.as(
        'visits',
      ),
      sql<string | null>`(select to_char(min(day), 'YYYY-MM-DD') from visits)`.as('visitsSince'),
      eb.fn.countAll<number>().as('registered'),
      eb.fn.countAll<number>().filterWhere('users.kyc_status', '=', 'approved').as('verified'),
      sql<number>`count(*) filter (where exists (
        select 1 from billing_payments p where p.user_id = users.id and p.status <> 'failed'
      ))::int`.as('bought'),
    ])
    .where('users.created_at', '>=', from.toISOString())
    .where('users.role', '<>', 'admin')
    .executeTakeFirstOrThrow();
}
