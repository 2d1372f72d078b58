import type { Db, Trx } from '../platform/db/database.ts';
import { waitsForCoach } from '../platform/db/waits-for-coach.ts';

type WaitingQuestions = {
  /** Questions that no coach has claimed. */
  open: number;
  /** How many of them are due at `urgentUntil` or earlier. */
  urgent: number;
  /** When the newest open question was asked, or reopened with a follow-up. */
  newestAt: string | null;
  /** The latest due time of an urgent question. */
  lastUrgentDueAt: string | null;
};

/**
 * Summarizes the unclaimed questions of users other than the coach. If there are more than 500, only the 500 that are
 * due first count.
 */
export async function findWaiting(
  db: Db | Trx,
  coachId: string,
  urgentUntil: Date,
): Promise<WaitingQuestions> {
  const rows = await db
    .selectFrom('questions')
    .select(['queued_at', 'reopened_at', 'due_at'])
    .where('status', 'in', ['queued', 'reopened'])
    .where(waitsForCoach)
    .where('student_id', '!=', coachId)
    .orderBy('due_at')
    .limit(500)
    .execute();
  const urgent = rows.filter(({ due_at: due }) => due <= urgentUntil.toISOString());
  const newest = rows
    .map((row) => row.reopened_at ?? row.queued_at)
    .toSorted()
    .at(-1);
  return {
    open: rows.length,
    urgent: urgent.length,
    newestAt: newest ?? null,
    lastUrgentDueAt: urgent.at(-1)?.due_at ?? null,
  };
}
