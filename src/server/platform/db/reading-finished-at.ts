import { type RawBuilder, sql } from 'kysely';

/**
 * When the user finished the PDF of a row of `reading_positions`, called `reading` in the query; null if the user has
 * not. The last page is the end even without `finished_at`, which servers of the previous version do not write.
 */
export function readingFinishedAt(reading: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${reading}.${name}`);
  return sql`coalesce(${column('finished_at')},
    case when ${column('page')} >= ${column('page_count')} then ${column('updated_at')} end)`;
}
