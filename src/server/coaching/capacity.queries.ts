import { sql } from 'kysely';
import { openStatuses } from '../../shared/coaching/question-status.ts';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import { waitsForCoach } from '../platform/db/waits-for-coach.ts';

/**
 * Serializes new questions of all students until the transaction ends, so that concurrent ones do not exceed the
 * capacity.
 */
export async function lockCapacity(trx: Trx): Promise<void> {
  await lockKey(trx, 'questions');
}

/**
 * How many open questions the active coaches accept, how many wait for an answer, and when the first of those is due.
 */
export async function findLoad(
  db: Db | Trx,
): Promise<{ capacity: number; open: number; firstDueAt: string | null }> {
  const [coaches, questions] = await Promise.all([
    db
      .selectFrom('coaches')
      .innerJoin('users', 'users.id', 'coaches.user_id')
      .select(sql<number>`coalesce(sum(weekly_capacity), 0)::int`.as('capacity'))
      .where('coaches.active', '=', true)
      .where(canLogIn)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('questions')
      .select((eb) => [eb.fn.countAll<number>().as('open'), eb.fn.min('due_at').as('firstDueAt')])
      .where(waitsForCoach)
      .executeTakeFirstOrThrow(),
  ]);
  return { ...coaches, ...questions };
}

/**
 * Ends open questions whose hand was deleted. A question that a follow-up reopened already has an answer, and becomes
 * answered; the others become withdrawn.
 * @param studentId only this student's questions; undefined for all
 * @returns the questions that were withdrawn
 */
export async function endWithoutHand(
  trx: Trx,
  studentId: string | undefined,
): Promise<{ id: string; student_id: string }[]> {
  const ended = await trx
    .updateTable('questions')
    .set({
      status: sql`case when reopened_at is null then 'withdrawn' else 'answered' end`,
      claimed_by: null,
      claimed_at: null,
    })
    .where('hand_id', 'is', null)
    .where('status', 'in', [...openStatuses])
    .$if(studentId !== undefined, (rows) => rows.where('student_id', '=', studentId ?? ''))
    .returning(['id', 'student_id', 'status'])
    .execute();
  return ended.filter(({ status }) => status === 'withdrawn');
}
