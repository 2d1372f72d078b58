import { type Kysely, sql } from 'kysely';

// Figures are counted and kept in memory for a minute (src/server/platform/cached-figures.ts), by triggers no more.
const statements = [
  `drop trigger users_plan on users`,
  `drop trigger subscriptions_plan on subscriptions`,
  `drop trigger plan_grants_plan on plan_grants`,
  ...['users', 'kyc_applications', 'purchases'].flatMap((table) =>
    ['in', 'out', 'anew'].map((kind) => `drop trigger ${table}_counted_${kind} on ${table}`),
  ),
  `drop table member_plans, counts, count_changes`,
  ...['users', 'kyc_applications', 'purchases', 'member_plans'].flatMap((table) => [
    `drop function count_${table}`,
    `drop function counts_of_${table}`,
  ]),
  `drop function plan_of_member_changed`,
  `drop function standing_of_member_changed`,
  `drop function refresh_member_plan`,

  // What figures are counted by, without a look at the rows themselves.
  `create index users_by_standing on users (kyc_status, role) where deleted_at is null`,
  // Whom figures leave out, beside admins.
  `create index users_deleted on users (id) where deleted_at is not null`,
  `create index users_registered on users (created_at)`,
  `create index kyc_applications_by_status on kyc_applications (status, superseded_at)`,
  `drop index purchases_product`,
  `create index purchases_product on purchases (product_id, status)`,
  `create index purchases_totals on purchases (status, product_type, amount_cents, refunded_cents)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
