import type { Db } from '../platform/db/database.ts';

/** The academy's hands that a lesson may show, oldest first. */
export async function findAcademyHands(
  db: Db,
): Promise<{ id: string; title: string | null; line: string }[]> {
  return db
    .selectFrom('hands')
    .select(['id', 'title', 'line'])
    .where('owner_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Sessions whose text may show hands: it contains the characters with which `blocksOf` finds the block of a hand. */
export async function findLessonsWithHands(db: Db): Promise<{ id: number; content: string }[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'content'])
    .where('type', '=', 'session')
    .where('content', 'like', '%:::%hand%')
    .orderBy('id')
    .execute();
  return rows.map(({ id, content }) => ({ id, content: content ?? '' }));
}
