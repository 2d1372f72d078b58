import { briefBounds, type StudentItem } from '../../shared/coaching/brief.ts';
import { dayMs } from '../../shared/durations.ts';
import type { Page } from '../../shared/paging.ts';
import { plansOf } from '../access/current-plan.operations.ts';
import type { CoachActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import { pageOf, timeCursor } from '../platform/db/paging.ts';
import { studentName } from './questions.present.ts';
import { findStudentOf, findStudentsOf, type StudentRow } from './students.queries.ts';

const coachedSince = (now: Date) => new Date(now.getTime() - briefBounds.coachedDays * dayMs);

/**
 * Students whom the coach has answered within `briefBounds.coachedDays`, or whose question the coach has claimed, the
 * most recent contact first.
 */
export async function listStudents(
  deps: Deps,
  actor: CoachActor,
  cursor: string | undefined,
): Promise<Page<StudentItem>> {
  const { pageSize } = briefBounds;
  const after = timeCursor.read(cursor);
  const rows = await findStudentsOf(deps.db, actor.userId, coachedSince(deps.now()), after, pageSize + 1);
  const page = pageOf(rows, pageSize, timeCursor.write);
  const planOf = await plansOf(
    deps,
    page.items.map(({ id }) => id),
  );
  return {
    items: page.items.map((row) => ({
      id: row.id,
      name: studentName(row),
      plan: planOf(row.id).subscriptionPlan,
      isWaiting: row.is_waiting,
      lastAt: row.last_at,
    })),
    nextCursor: page.nextCursor,
  };
}

/** One of the coach's students. @throws DomainError not_found for unknown users and other students alike */
export async function requireOwnStudent(
  deps: Deps,
  actor: CoachActor,
  studentId: string,
): Promise<StudentRow> {
  const student = await findStudentOf(deps.db, actor.userId, studentId, coachedSince(deps.now()));
  if (!student) throw notFound('Student');
  return student;
}

export async function isOwnStudent(
  trx: Trx,
  actor: CoachActor,
  studentId: string,
  now: Date,
): Promise<boolean> {
  return (await findStudentOf(trx, actor.userId, studentId, coachedSince(now))) !== undefined;
}
