import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';

/** The academy's hands that a lesson may show, oldest first. */
export async function findAcademyHands(
  db: Db | Trx,
): Promise<{ id: string; title: string | null; line: string }[]> {
  return db
    .selectFrom('hands')
    .select(['id', 'title', 'line'])
    .where('owner_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

type Lesson = { id: number; content: string; updated_at: string };

/** Sessions whose text may contain the block of a hand, such as `:::hand Check-raise into three`. */
export async function findLessonsWithHands(db: Db): Promise<Lesson[]> {
  return selectLessonsWithHands(db).execute();
}

/** As `findLessonsWithHands`; the sessions are locked until the transaction ends. */
export async function lockLessonsWithHands(trx: Trx): Promise<Lesson[]> {
  return selectLessonsWithHands(trx).forUpdate().execute();
}

function selectLessonsWithHands(db: Db | Trx) {
  return db
    .selectFrom('products')
    .select(['id', 'content', 'updated_at'])
    .where('type', '=', 'session')
    .where('content', 'like', '%:::%hand%')
    .$narrowType<{ content: string }>()
    .orderBy('id');
}

export async function updateLesson(
  trx: Trx,
  { id, content, savedAt }: { id: number; content: string; savedAt: Date },
): Promise<void> {
  await trx.updateTable('products').set({ content, updated_at: savedAt }).where('id', '=', id).execute();
}

/** Until the transaction ends, other transactions that change a title of an academy hand must wait. */
export async function lockHandTitles(trx: Trx): Promise<void> {
  await lockKey(trx, 'academy-hand-titles');
}
