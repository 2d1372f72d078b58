import { sql } from 'kysely';
import { openStatuses } from '../../shared/coaching/question-status.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { waitsForCoach } from '../platform/db/waits-for-coach.ts';

type WaitingQuestions = {
  /** The number of unclaimed questions. */
  open: number;
  /** The number of unclaimed questions that are due at `urgentUntil` or earlier. */
  urgent: number;
  /** When the newest unclaimed question was asked or, with a follow-up, reopened. */
  newestAt: string | null;
  /** The latest due time among the urgent questions. */
  lastUrgentDueAt: string | null;
};

/**
 * Summarizes the unclaimed questions of users other than the coach: at most 500, those with the earliest due times.
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

/** Postpones each due time after `since` of a student's open questions by as long as it is from `since` to `now`. */
export async function postponeDue(trx: Trx, studentId: string, since: string, now: Date): Promise<void> {
  await trx
    .updateTable('questions')
    .set({ due_at: sql<string>`due_at + (${now}::timestamptz - ${since}::timestamptz)` })
    .where('student_id', '=', studentId)
    .where('status', 'in', [...openStatuses])
    .where('due_at', '>', since)
    .execute();
}

/**
 * Marks at most `limit` overdue questions as late. A question is marked again only if a follow-up has reopened it.
 * @returns the questions that it marked
 */
export async function markLate(trx: Trx, now: Date, limit: number) {
  return trx
    .updateTable('questions')
    .set({ late_told_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('questions')
        .select('id')
        .where(waitsForCoach)
        .where('due_at', '<', now.toISOString())
        .where((eb) =>
          eb.or([eb('late_told_at', 'is', null), eb('late_told_at', '<', eb.ref('reopened_at'))]),
        )
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'student_id', 'due_at', 'reopened_at'])
    .execute();
}
