import { type RawBuilder, sql } from 'kysely';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import { graceDays } from '../../shared/plan-rules.ts';

/** Each at the place that `planRank` gives it. */
export const plansByRank: readonly SubscriptionPlan[] = ['free', 'silver', 'gold', 'diamond', 'custom'];

/** An instant as SQL text: `copy` takes no parameters. */
function instant(now: Date): RawBuilder<Date> {
  return sql`timestamptz ${sql.lit(now.toISOString())}`;
}

/**
 * `user_id` and `rank` of every subscription and grant that counts now: what `effectivePlan` says, for lists that the
 * database narrows. A test holds the two together.
 */
export function livePlanRanks(now: Date): RawBuilder<unknown> {
  const at = instant(now);
  const grace = sql`interval ${sql.lit(`${graceDays * 24} hours`)}`;
  const rank = (plan: RawBuilder<unknown>) =>
    sql`case ${plan} when 'silver' then 1 when 'gold' then 2 when 'diamond' then 3 else 4 end`;
  return sql`select s.user_id, ${rank(sql`s.plan`)} as rank from subscriptions s
    where s.suspended_at is null and (
      (s.status in ('active', 'trialing') and (s.current_period_end is null
        or ${at} < s.current_period_end + case when s.cancel_at_period_end then interval '0' else ${grace} end))
      or (s.status = 'past_due' and ${at} < coalesce(s.past_due_since, s.current_period_end) + ${grace}))
    union all
    select g.user_id, ${rank(sql`g.plan`)} as rank from plan_grants g
    where g.revoked_at is null and g.starts_at <= ${at} and (g.ends_at is null or ${at} < g.ends_at)`;
}

/** Whether `users.id` has exactly this plan: the few who have one are found first, the list follows. */
export function hasPlan(plan: SubscriptionPlan, now: Date): RawBuilder<boolean> {
  const wanted = plansByRank.indexOf(plan);
  const having = wanted === 0 ? sql`` : sql` having max(live.rank) = ${sql.lit(wanted)}`;
  const holders = sql`array(select live.user_id from (${livePlanRanks(now)}) live group by live.user_id${having})`;
  return wanted === 0
    ? sql<boolean>`users.id <> all (${holders})`
    : sql<boolean>`users.id = any (${holders})`;
}
