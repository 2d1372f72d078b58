import { type RawBuilder, sql } from 'kysely';
import { planRank } from '../../shared/access/tier-gate.ts';
import { type SubscriptionPlan, subscriptionPlans } from '../../shared/enums.ts';
import type { Db } from '../platform/db/database.ts';

export const plansByRank = subscriptionPlans.toSorted((a, b) => planRank(a) - planRank(b));

/** An instant as SQL text: `copy` takes no parameters. */
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

/** The name of a rank as SQL text. */
export function planOfRank(rank: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case coalesce(${rank}, 0) ${sql.join(
    plansByRank.map((name, index) => sql`when ${sql.lit(index)} then ${sql.lit(name)}`),
    sql` `,
  )} end`;
}

/** With more holders, scanning the sorted list fills a page faster. */
const mostNamed = 2_000;

/** Ids of all users with this plan; undefined for the free plan and for more than `mostNamed` users. */
export async function findHolders(
  db: Db,
  plan: SubscriptionPlan,
  now: Date,
): Promise<readonly string[] | undefined> {
  if (plan === 'free') return undefined;
  const { rows } = await sql<{ id: string }>`
    select user_id as id from (${currentPlanRanks(now)}) current
    where rank = ${sql.lit(planRank(plan))} limit ${sql.lit(mostNamed + 1)}`.execute(db);
  return rows.length > mostNamed ? undefined : rows.map(({ id }) => id);
}

/**
 * Whether `users.id` has exactly this plan: compared with `holders`, or looked up row by row.
 * @param holders result of `findHolders`
 */
export function hasPlan(
  plan: SubscriptionPlan,
  now: Date,
  holders?: readonly string[] | undefined,
): RawBuilder<boolean> {
  if (holders) return sql<boolean>`users.id = any(${holders})`;
  const at = instant(now);
  return sql<boolean>`coalesce((select max(rank) from plan_facts
    where holder = users.id and live_from <= ${at} and ${at} < live_until), 0)
    = ${sql.lit(planRank(plan))}`;
}

/** The same for counting: one pass over the holders instead of a lookup for each user. */
export function isHolder(plan: SubscriptionPlan, now: Date): RawBuilder<boolean> {
  const current = sql`(${currentPlanRanks(now)}) current`;
  return plan === 'free'
    ? sql<boolean>`users.id not in (select user_id from ${current})`
    : sql<boolean>`users.id in (select user_id from ${current} where rank = ${sql.lit(planRank(plan))})`;
}

/** The number of users by rank at `now`. Excludes admins, deleted accounts, and users without a plan. */
export async function countPlans(db: Db, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ rank: number; people: number }>`
    select rank, count(*)::int as people from (${currentPlanRanks(now)}) current
    where user_id not in (select id from users where role = 'admin' or deleted_at is not null) group by rank`.execute(
    db,
  );
  return new Map(rows.map(({ rank, people }) => [rank, people]));
}
