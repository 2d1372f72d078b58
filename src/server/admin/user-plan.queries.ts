import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { planRank } from '../../shared/access/tier-gate.ts';
import { type SubscriptionPlan, subscriptionPlans } from '../../shared/enums.ts';
import type { Db } from '../platform/db/database.ts';

export const plansByRank = subscriptionPlans.toSorted((a, b) => planRank(a) - planRank(b));

/** An instant as SQL text, because CSV exports use these filters in `copy`, which takes no parameters. */
function instant(now: Date): RawBuilder<Date> {
  return sql`timestamptz ${sql.lit(now.toISOString())}`;
}

/**
 * `user_id` and `rank` of every user with a plan at `now`, for filters in SQL. The view `plan_facts` implements the
 * rule of `effectivePlan`; user-plan.test.ts compares the two.
 */
export function currentPlanRanks(now: Date): RawBuilder<unknown> {
  const at = instant(now);
  return sql`select holder as user_id, max(rank) as rank from plan_facts
    where live_from <= ${at} and ${at} < live_until group by holder`;
}

/** SQL for the name of the plan with this rank; `free` for null. */
export function planOfRank(rank: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case coalesce(${rank}, 0) ${sql.join(
    plansByRank.map((name, index) => sql`when ${sql.lit(index)} then ${sql.lit(name)}`),
    sql` `,
  )} end`;
}

/** With more matches than this, scanning the sorted list fills a page faster than looking up each match. */
export const rareLimit = 500;

/**
 * Whether `users.id` is one of `ids`. The two forms have the same result and different query plans: for a plain `in`,
 * Postgres looks up each id; with `is true`, it scans the sorted list and tests each row against a hash of the ids.
 * @param isRare - few users match, so that looking up the ids is faster than scanning the list until a page is full
 */
export function isOneOf(ids: RawBuilder<unknown>, isRare: boolean): RawBuilder<SqlBool> {
  return isRare ? sql<SqlBool>`users.id in (${ids})` : sql<SqlBool>`(users.id in (${ids})) is true`;
}

/**
 * Whether `users.id` has exactly this plan.
 * @param isRare - as in `isOneOf`
 */
export function hasPlan(plan: SubscriptionPlan, now: Date, isRare: boolean): RawBuilder<boolean> {
  const at = instant(now);
  const rank = sql.lit(planRank(plan));
  const isLive = sql`live_from <= ${at} and ${at} < live_until`;
  const isHighest = sql<boolean>`coalesce(
    (select max(rank) from plan_facts where holder = users.id and ${isLive}), 0) = ${rank}`;
  if (plan === 'free') return isHighest;
  const holders = sql`select holder from plan_facts where rank = ${rank} and ${isLive}`;
  return sql<boolean>`(${isOneOf(holders, isRare)} and ${isHighest})`;
}

/** Like `hasPlan`, but for counting: one pass over the users with a plan instead of a lookup for each user. */
export function hasPlanForCount(plan: SubscriptionPlan, now: Date): RawBuilder<boolean> {
  const current = sql`(${currentPlanRanks(now)}) current`;
  return plan === 'free'
    ? sql<boolean>`users.id not in (select user_id from ${current})`
    : sql<boolean>`users.id in (select user_id from ${current} where rank = ${sql.lit(planRank(plan))})`;
}

/** The number of users by plan rank at `now`. Excludes admins, deleted accounts, and users without a plan. */
export async function countPlans(db: Db, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ rank: number; people: number }>`
    select rank, count(*)::int as people from (${currentPlanRanks(now)}) current
    where user_id not in (select id from users where role = 'admin' or deleted_at is not null) group by rank`.execute(
    db,
  );
  return new Map(rows.map(({ rank, people }) => [rank, people]));
}
