import { sql } from 'kysely';
import type { TagList } from '../../shared/admin/bulk-users.ts';
import type { Db, Trx } from '../platform/db/database.ts';

/** The most used tags, in alphabetical order. */
export async function findTags(db: Db, limit: number): Promise<TagList> {
  const { rows } = await sql<TagList[number]>`
    select tag, people from (
      select min(tag) as tag, count(*)::int as people from user_tags group by lower(tag) order by people desc limit ${limit}
    ) used order by lower(tag)`.execute(db);
  return rows;
}

/** Reads the tags of these users. @returns a function that returns the tags of a user, in alphabetical order */
export async function findTagsOf(db: Db, ids: readonly string[]): Promise<(id: string) => string[]> {
  if (ids.length === 0) return () => [];
  const tags = await db
    .selectFrom('user_tags')
    .select(['user_id', 'tag'])
    .where('user_id', 'in', ids)
    .orderBy((eb) => eb.fn('lower', ['tag']))
    .execute();
  const tagsOf = Map.groupBy(tags, ({ user_id }) => user_id);
  return (id) => (tagsOf.get(id) ?? []).map(({ tag }) => tag);
}

/** The stored spelling of a tag, whatever its case, so that one tag is not spelled in two ways. */
export async function findSpelling(trx: Trx, tag: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('user_tags')
    .select('tag')
    .where(sql<boolean>`lower(tag) = lower(${tag})`)
    .limit(1)
    .executeTakeFirst();
  return row?.tag;
}

/**
 * Adds a tag to users. Skips deleted accounts, and waits for accounts that are being erased.
 * @returns the users who did not have the tag before
 */
export async function insertTag(trx: Trx, ids: readonly string[], tag: string, now: Date): Promise<string[]> {
  const rows = await trx
    .insertInto('user_tags')
    .columns(['user_id', 'tag', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'id',
          sql<string>`${tag}::text`.as('tag'),
          sql<Date>`${now.toISOString()}::timestamptz`.as('at'),
        ])
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** @returns whether the user had the tag */
export async function deleteTag(trx: Trx, userId: string, tag: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('user_tags')
    .where('user_id', '=', userId)
    .where(sql<boolean>`lower(tag) = lower(${tag})`)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
