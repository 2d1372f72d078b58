import { type Kysely, sql } from 'kysely';

const statements = [
  // What an invoice paid for: a plan until the end of its period. Of earlier payments it is not known.
  `alter table billing_payments
     add column covers_plan text check (covers_plan in ('silver', 'gold', 'diamond')),
     add column covers_until timestamptz`,

  // While a payment of its period is disputed or lost, a subscription gives what the others pay for.
  `alter table subscriptions
     add column covered_plan text check (covered_plan in ('silver', 'gold', 'diamond'))`,
  `alter table subscriptions add column access_plan text
     generated always as (case when suspended_at is null then plan else covered_plan end) stored`,
  `create or replace view plan_facts as
     select user_id as holder,
       case access_plan when 'silver' then 1 when 'gold' then 2 else 3 end as rank,
       timestamptz '-infinity' as live_from,
       case
         when status = 'past_due' then coalesce(past_due_since, current_period_end) + interval '168 hours'
         when current_period_end is null then timestamptz 'infinity'
         when cancel_at_period_end then current_period_end
         else current_period_end + interval '168 hours'
       end as live_until
     from subscriptions
     where access_plan is not null and (status in ('active', 'trialing')
       or (status = 'past_due' and coalesce(past_due_since, current_period_end) is not null))
     union all
     select user_id,
       case plan when 'silver' then 1 when 'gold' then 2 when 'diamond' then 3 else 4 end,
       starts_at, coalesce(ends_at, timestamptz 'infinity')
     from plan_grants where revoked_at is null`,

  // A lost dispute ends the renewal once; a subscriber who resumes it afterwards is not cancelled again.
  `alter table billing_disputes add column renewal_ended_at timestamptz`,
  `update billing_disputes set renewal_ended_at = updated_at where standing = 'lost'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
