import type { Db, Trx } from '../platform/db/database.ts';

/** Counts the unclaimed questions of users other than the coach, and those of them that are due before a time. */
export async function findWaiting(
  db: Db | Trx,
  coachId: string,
  dueBefore: Date,
): Promise<{ open: number; urgent: number; newestAt: string | null; lastUrgentAt: string | null }> {
  const rows = await db
    .selectFrom('questions')
    .select(['queued_at', 'reopened_at', 'due_at'])
    .where('status', 'in', ['queued', 'reopened'])
    .where('hand_id', 'is not', null)
    .where('student_id', '!=', coachId)
    .orderBy('due_at')
    .limit(500)
    .execute();
  const urgent = rows.filter(({ due_at: due }) => due <= dueBefore.toISOString());
  const newest = rows
    .map((row) => row.reopened_at ?? row.queued_at)
    .toSorted()
    .at(-1);
  return {
    open: rows.length,
    urgent: urgent.length,
    newestAt: newest ?? null,
    lastUrgentAt: urgent.at(-1)?.due_at ?? null,
  };
}
