import { type Kysely, sql } from 'kysely';

const statements = [
  // Since when today's price of a plan holds for earlier subscribers as well; null while it is for new ones only.
  `alter table plans add column price_announced_at timestamptz`,
  // Announcements of before, where the plan was not touched since: what is doubtful stays for new subscribers only.
  `update plans set price_announced_at = told.at
     from (
       select subject_id, details->>'priceCents' as price_cents, max(at) as at
       from audit_log where action = 'plan.price_announced' group by 1, 2
     ) told
     where told.subject_id = plans.plan and told.price_cents = plans.price_cents::text and told.at > plans.updated_at`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
