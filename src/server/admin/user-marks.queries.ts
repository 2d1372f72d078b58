import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** What was paid and kept, and the tags. */
export type Marks = { netCents: number; tags: string[] };

/** The marks of these users; nothing paid and no tags for those without. */
export async function findMarks(db: Db, ids: readonly string[]): Promise<(id: string) => Marks> {
  if (ids.length === 0) return () => ({ netCents: 0, tags: [] });
  const [{ rows: spent }, tags] = await Promise.all([
    sql<{ holder: string; cents: number }>`
      select holder, sum(gross_cents - returned_cents) as cents from payment_facts
      where holder = any(${ids}) group by holder`.execute(db),
    db
      .selectFrom('user_tags')
      .select(['user_id', 'tag'])
      .where('user_id', 'in', ids)
      .orderBy('tag')
      .execute(),
  ]);
  const centsOf = new Map(spent.map(({ holder, cents }) => [holder, cents]));
  const tagsOf = Map.groupBy(tags, ({ user_id }) => user_id);
  return (id) => ({
    netCents: centsOf.get(id) ?? 0,
    tags: (tagsOf.get(id) ?? []).map(({ tag }) => tag),
  });
}
