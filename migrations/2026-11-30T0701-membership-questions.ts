import { type Kysely, sql } from 'kysely';

// Which subscription gave a question of the month, so that it can be voided if that subscription's payment is returned.
// For stored ones that can still be asked, it is the newest subscription of that time, or none if that one was suspended
// already: a granted membership may have given them.
const statements = [
  'alter table question_credits add column subscription_id text',
  `update question_credits c set subscription_id = (
     select case when s.suspended_at < c.created_at then null else s.id end from subscriptions s
     where s.user_id = c.student_id and s.created_at <= c.created_at
     order by s.created_at desc limit 1)
   where c.source = 'plan' and c.question_id is null and c.expires_at > now()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
