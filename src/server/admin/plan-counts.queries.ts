import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { rankAt } from './user-plan.queries.ts';

/**
 * How many people who are no admins have each rank at this moment; nobody without a plan is in it. Kept figures, put
 * right for those whose plan began or ended since it was last written down.
 */
export async function countPlans(db: Db, now: Date): Promise<Map<number, number>> {
  const at = now.toISOString();
  const { rows } = await sql<{ rank: number; people: number }>`
    with kept as (
      select name, value from counts where name = any(${planNames})
      union all select name, delta from count_changes where name = any(${planNames})
    ),
    moved as (
      select m.rank, ${rankAt(sql`m.user_id`, sql`${at}::timestamptz`)} as rank_now from member_plans m
      where m.is_counted and (m.valid_until <= ${at}::timestamptz or m.valid_from > ${at}::timestamptz)
    )
    select rank, sum(people)::bigint as people from (
      select substr(name, 6)::int as rank, value as people from kept
      union all select rank, -1 from moved
      union all select rank_now, 1 from moved
    ) figures where rank > 0 group by rank`.execute(db);
  return new Map(rows.map(({ rank, people }) => [rank, people]));
}

const planNames = [1, 2, 3, 4].map((rank) => `plan:${rank}`);

/** Writes down the plans that began or ended by themselves. @returns how many, at most `limit` */
export async function refreshPassedPlans(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ refreshed: number }>`
    select count(refresh_member_plan(user_id, ${now.toISOString()}::timestamptz))::int as refreshed from (
      select user_id from member_plans where valid_until <= ${now.toISOString()}::timestamptz
      order by valid_until limit ${limit}
    ) passed`.execute(db);
  return rows[0]?.refreshed ?? 0;
}
