import { type RawBuilder, sql } from 'kysely';
import { planRank } from '../../shared/access/plan-rules.ts';
import { type SubscriptionPlan, subscriptionPlans } from '../../shared/enums.ts';
import type { Db } from '../platform/db/database.ts';

/** Each at the place that `planRank` gives it. */
export const plansByRank = subscriptionPlans.toSorted((a, b) => planRank(a) - planRank(b));

/** An instant as SQL text: `copy` takes no parameters. */
function instant(now: Date): RawBuilder<Date> {
  return sql`timestamptz ${sql.lit(now.toISOString())}`;
}

/**
 * `user_id` and `rank` of every subscription and grant that counts now: what `effectivePlan` says, for lists that the
 * database narrows. The rule is the view `plan_facts`; user-plan.test.ts holds the two together.
 */
export function livePlanRanks(now: Date): RawBuilder<unknown> {
  const at = instant(now);
  return sql`select f.holder as user_id, f.rank from plan_facts f where f.live_from <= ${at} and ${at} < f.live_until`;
}

/** The rank of one person's plan at a moment; 0 for none. */
export function rankAt(userId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select max(f.rank) from plan_facts f
    where f.holder = ${userId} and f.live_from <= ${at} and ${at} < f.live_until), 0)`;
}

/** Beyond this many holders a page is full sooner by walking through the list. */
const mostNamed = 2_000;

/** Everybody with this plan, for a list that shall begin with them; undefined when they are many, and for free. */
export async function findHolders(
  db: Db,
  plan: SubscriptionPlan,
  now: Date,
): Promise<readonly string[] | undefined> {
  if (plan === 'free') return undefined;
  const wanted = sql.lit(planRank(plan));
  const at = instant(now);
  const { rows } = await sql<{ id: string }>`select user_id as id from (
      (select user_id from member_plans where rank = ${wanted} and valid_from <= ${at} and ${at} < valid_until
        limit ${sql.lit(mostNamed + 1)})
      union all
      (select m.user_id from member_plans m where (m.valid_until <= ${at} or m.valid_from > ${at})
        and ${rankAt(sql`m.user_id`, at)} = ${wanted} limit ${sql.lit(mostNamed + 1)})
    ) holders`.execute(db);
  return rows.length > mostNamed ? undefined : rows.map(({ id }) => id);
}

/**
 * Whether `users.id` has exactly this plan: one of the few, or looked up for each as the list goes along.
 * @param holders what `findHolders` found
 */
export function hasPlan(
  plan: SubscriptionPlan,
  now: Date,
  holders?: readonly string[] | undefined,
): RawBuilder<boolean> {
  if (holders) return sql<boolean>`users.id = any(${holders})`;
  const at = instant(now);
  return sql<boolean>`coalesce((
    select case when m.valid_from <= ${at} and ${at} < m.valid_until then m.rank
      else ${rankAt(sql`m.user_id`, at)} end
    from member_plans m where m.user_id = users.id), 0) = ${sql.lit(planRank(plan))}`;
}
