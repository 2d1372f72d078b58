import { type RawBuilder, sql } from 'kysely';
import type { ReportPoint, SessionReport } from '../../../shared/admin/reports.ts';
import type { Db } from '../../platform/db/database.ts';

export type Bucket = 'day' | 'week' | 'month';

/** First day of the bucket that contains the time, `YYYY-MM-DD` in UTC. */
const bucketOf = (bucket: Bucket, column: string) =>
  sql<string>`to_char(date_trunc(${sql.lit(bucket)}, ${sql.ref(column)} at time zone 'UTC'), 'YYYY-MM-DD')`;

/** SQL for `start`: the beginning of each bucket from the bucket of `from` to the bucket of `to`. */
function bucketStarts(bucket: Bucket, from: Date, to: Date): RawBuilder<unknown> {
  const unit = sql.lit(bucket);
  return sql`generate_series(
    date_trunc(${unit}, ${from.toISOString()}::timestamptz at time zone 'UTC'),
    date_trunc(${unit}, ${to.toISOString()}::timestamptz at time zone 'UTC'),
    ${sql.lit(`1 ${bucket}`)}::interval) start`;
}

/** The first day of each bucket, from the bucket of `from` to the bucket of `to`. */
export async function listBuckets(db: Db, bucket: Bucket, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`
    select to_char(start, 'YYYY-MM-DD') as start from ${bucketStarts(bucket, from, to)}`.execute(db);
  return rows.map(({ start }) => start);
}

/** The time of the first registration or payment; null in an empty academy. */
export async function findBeginning(db: Db): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select least((select min(created_at) from users),
      (select min(paid_at) from billing_payments where status <> 'failed')) as at`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Users other than admins who registered in each bucket, including deleted accounts. One index range scan per bucket.
 */
export async function countRegistrations(db: Db, bucket: Bucket, from: Date, to: Date) {
  const { rows } = await sql<{ start: string; registrations: number }>`
    select to_char(start, 'YYYY-MM-DD') as start,
      (select count(*) from users where created_at >= greatest(start at time zone 'UTC', ${from.toISOString()}::timestamptz)
        and created_at < (start + ${sql.lit(`1 ${bucket}`)}::interval) at time zone 'UTC' and role <> 'admin') as registrations
    from ${bucketStarts(bucket, from, to)}`.execute(db);
  return rows;
}

const learningEvents = [
  'session_opened',
  'session_video_started',
  'session_completed',
  'product_downloaded',
  'plan_downloaded',
];

const isStudent = (userId: string) => sql<boolean>`not exists (
  select from users where users.id = ${sql.ref(userId)} and users.role = 'admin')`;

function learners(db: Db, from: Date) {
  return db
    .selectFrom('analytics_events')
    .where('event_name', 'in', learningEvents)
    .where('occurred_at', '>=', from.toISOString())
    .where('user_id', 'is not', null)
    .where(isStudent('user_id'));
}

/** Distinct users other than admins with a learning event, per bucket. */
export async function countLearners(db: Db, bucket: Bucket, from: Date) {
  return learners(db, from)
    .select((eb) => [
      bucketOf(bucket, 'occurred_at').as('start'),
      eb.fn.count<number>('user_id').distinct().as('activeLearners'),
    ])
    .groupBy('start')
    .execute();
}

/** Distinct users other than admins with a learning event since `from`. */
export async function countAllLearners(db: Db, from: Date): Promise<number> {
  const row = await learners(db, from)
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('people'))
    .executeTakeFirstOrThrow();
  return row.people;
}

const cents = (amount: RawBuilder<unknown>) => sql<number>`coalesce(sum(${amount}), 0)`;
/**
 * The totals of the payments in each bucket, and the part of the paid total that is for purchases. `refundedCents`
 * includes amounts lost in disputes.
 */
export async function sumPayments(db: Db, bucket: Bucket, from: Date) {
  return db
    .selectFrom('billing_payments')
    .select([
      bucketOf(bucket, 'paid_at').as('start'),
      cents(sql`amount_cents`).as('grossCents'),
      cents(sql`returned_cents`).as('refundedCents'),
      cents(sql`case when stripe_invoice_id is null then amount_cents else 0 end`).as('purchasesCents'),
    ])
    .where('status', '<>', 'failed')
    .where('paid_at', '>=', from.toISOString())
    .groupBy('start')
    .execute();
}

const median = (value: RawBuilder<unknown>) =>
  sql<number | null>`percentile_cont(0.5) within group (order by ${value})::float8`;
const waitHours = sql`extract(epoch from reviewed_at - created_at) / 3600`;

function decided(db: Db, from: Date) {
  return db.selectFrom('kyc_applications').where('reviewed_at', '>=', from.toISOString());
}

/**
 * The number of applications whose latest decision is in each bucket, and the median hours from application to that
 * decision. Asking the applicant for something also counts as a decision.
 */
export async function measureWaits(db: Db, bucket: Bucket, from: Date) {
  return decided(db, from)
    .select((eb) => [
      bucketOf(bucket, 'reviewed_at').as('start'),
      eb.fn.countAll<number>().as('decisions'),
      median(waitHours).as('medianWaitHours'),
    ])
    .groupBy('start')
    .execute();
}

export async function measureOverallWaits(
  db: Db,
  from: Date,
): Promise<Pick<ReportPoint, 'decisions' | 'medianWaitHours'>> {
  return decided(db, from)
    .select((eb) => [eb.fn.countAll<number>().as('decisions'), median(waitHours).as('medianWaitHours')])
    .executeTakeFirstOrThrow();
}

/** All sessions that are not deleted, with the progress of users other than admins who started them since `from`. */
export async function measureSessions(db: Db, from: Date): Promise<SessionReport[]> {
  return db
    .selectFrom('products')
    .leftJoin('user_progress', (join) =>
      join
        .onRef('user_progress.session_id', '=', 'products.id')
        .on('user_progress.started_at', '>=', from.toISOString())
        .on(isStudent('user_progress.user_id')),
    )
    .select([
      'products.id',
      'products.title',
      sql<number>`count(user_progress.user_id)`.as('started'),
      sql<number>`count(*) filter (where user_progress.status = 'completed')`.as('finished'),
      sql<number | null>`(percentile_cont(0.5) within group (order by user_progress.position_seconds / 60.0)
        filter (where user_progress.status = 'in_progress'))::float8`.as('medianDropOffMinutes'),
    ])
    .where('products.type', '=', 'session')
    .where('products.deleted_at', 'is', null)
    .groupBy('products.id')
    .orderBy('started', 'desc')
    .orderBy('products.id')
    .execute();
}
