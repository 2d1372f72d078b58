import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type Span = { name: string; from: Date; to: Date };

type SubscriptionFigures = {
  /** US cents per month of the subscriptions active at the end of the span, each at its own price. */
  mrrCents: number;
  silver: number;
  gold: number;
  diamond: number;
  /** Subscriptions active at the start of the span. `ended`: those of them that are not active at the span's end. */
  ranBefore: number;
  ended: number;
};

/** The spans as a table with the columns `name`, `beginning` and `ending`. */
export function spanTable(spans: readonly Span[]): RawBuilder<unknown> {
  return sql`unnest(${spans.map(({ name }) => name)}::text[],
    ${spans.map(({ from }) => from.toISOString())}::timestamptz[],
    ${spans.map(({ to }) => to.toISOString())}::timestamptz[]) as span(name, beginning, ending)`;
}

type Row = SubscriptionFigures & { name: string };

/**
 * Monthly recurring revenue, subscriptions and churn for each span. A subscription is active while its status is
 * `active`, `trialing` or `past_due`, unless it duplicates another subscription of the user. Whether it was active at a
 * time is in `subscription_states.is_running`, which a trigger on `subscriptions` writes. Granted plans are not
 * subscriptions.
 */
export async function measureSubscriptions(
  db: Db,
  spans: readonly Span[],
): Promise<Map<string, SubscriptionFigures>> {
  const { rows } = await sql<Row>`
    with states as (
      select subscription_id, plan, price_cents, is_running, at,
        lead(at) over (partition by subscription_id order by at, id) as until
      from subscription_states
    ), running as materialized (
      select subscription_id, plan, price_cents, at, until from states
      where is_running and (until is null or until > at)
    ), span as (
      select * from ${spanTable(spans)}
    ), at_end as (
      select span.name,
        sum(price_cents) as mrr,
        count(*) filter (where plan = 'silver') as silver,
        count(*) filter (where plan = 'gold') as gold,
        count(*) filter (where plan = 'diamond') as diamond
      from span join running on at <= ending and (until is null or until > ending)
      group by span.name
    ), at_start as (
      select span.name, count(*) as ran, count(later.subscription_id) as stayed
      from span
      join running on running.at <= beginning and (running.until is null or running.until > beginning)
      left join running later on later.subscription_id = running.subscription_id
        and later.at <= ending and (later.until is null or later.until > ending)
      group by span.name
    )
    select span.name,
      coalesce(mrr, 0)::bigint as "mrrCents",
      coalesce(silver, 0)::int as silver,
      coalesce(gold, 0)::int as gold,
      coalesce(diamond, 0)::int as diamond,
      coalesce(ran, 0)::int as "ranBefore",
      coalesce(ran - stayed, 0)::int as ended
    from span left join at_end using (name) left join at_start using (name)`.execute(db);
  return new Map(rows.map(({ name, ...figures }) => [name, figures]));
}
