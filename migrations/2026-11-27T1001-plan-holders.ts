import { type Kysely, sql } from 'kysely';

// An index that finds the holders of one plan. Its expression is that of `rank` in the view `plan_facts`.
const statement = `create index subscriptions_rank on subscriptions
  ((case access_plan when 'silver' then 1 when 'gold' then 2 else 3 end), user_id) where access_plan is not null`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
