import { sql } from 'kysely';
import type { Db, Trx } from './database.ts';

/** First and last day in UTC, `YYYY-MM-DD`, both included. Without days: all of them, and what belongs to none. */
export type Days = { from?: string | undefined; to?: string | undefined };

/**
 * Figures that triggers keep, exact as of the statement: what was moved together, and what was appended since.
 * @returns 0 for names that nothing was ever counted under
 */
export async function cachedFigures<Name extends string>(
  db: Db | Trx,
  names: readonly Name[],
  { from, to }: Days = {},
): Promise<Record<Name, number>> {
  const meant = sql`name = any(${names})
    ${from === undefined ? sql`` : sql`and day >= ${from}::date`}
    ${to === undefined ? sql`` : sql`and day <= ${to}::date`}`;
  const { rows } = await sql<{ name: Name; value: number }>`
    select name, sum(value)::bigint as value from (
      select name, value from counts where ${meant}
      union all select name, delta from count_changes where ${meant}
    ) figures group by name`.execute(db);
  const figures = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (const { name, value } of rows) figures[name] = value;
  return figures;
}

/** Moves what was appended into the totals. Readers see the same figures before, meanwhile and after. @returns rows moved */
export async function gatherCounts(db: Db): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with moved as (delete from count_changes returning name, day, delta),
    kept as (
      insert into counts (name, day, value)
        select name, day, sum(delta) from moved group by name, day order by name, day
        on conflict (name, day) do update set value = counts.value + excluded.value
    )
    select count(*)::int as moved from moved`.execute(db);
  return rows[0]?.moved ?? 0;
}
