import { type Kysely, sql } from 'kysely';

// Stores which subscription gave a credit for a question, so that the credit is void while that subscription is
// suspended. The migration also sets the subscription of each stored credit that a membership gave and that can still
// be used: the newest subscription at the time when the credit was created. If that subscription was already suspended
// at that time, the credit gets no subscription, because a granted membership may have given it.
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
