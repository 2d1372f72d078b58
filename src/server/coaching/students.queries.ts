import { type InferResult, sql } from 'kysely';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { TimePosition } from '../platform/db/paging.ts';

export type StudentRow = InferResult<ReturnType<typeof studentsOf>>[number];

/**
 * Students whom the coach has answered after `answeredSince`, or whose question the coach has claimed. Students who
 * cannot log in are left out. `is_waiting`: the coach has claimed a question of the student. `last_at`: when the coach
 * last answered the student or claimed a question that is still claimed. `sorted_at`: the same time with microseconds.
 */
function studentsOf(db: Db | Trx, coachId: string, answeredSince: Date) {
  return db
    .selectFrom(
      sql<{ student_id: string; at: string; is_waiting: boolean }>`(
        select q.student_id, a.created_at as at, false as is_waiting
        from coach_answers a join questions q on q.id = a.question_id
        where a.created_by = ${coachId} and a.created_at > ${answeredSince}::timestamptz
        union all
        select student_id, claimed_at, true from questions
        where claimed_by = ${coachId} and status = 'claimed')`.as('contact'),
    )
    .innerJoin('users', 'users.id', 'contact.student_id')
    .select(['users.id', 'users.first_name', 'users.last_name'])
    .select([
      sql<boolean>`bool_or(contact.is_waiting)`.as('is_waiting'),
      sql<string>`max(contact.at)`.as('last_at'),
      sql<string>`max(contact.at)::text`.as('sorted_at'),
    ])
    .where(canLogIn)
    .groupBy('users.id');
}

/**
 * A page of `studentsOf`, the most recent contact first.
 * @param limit - one more than the page size, to see whether more follow
 */
export async function findStudentsOf(
  db: Db,
  coachId: string,
  answeredSince: Date,
  after: TimePosition | undefined,
  limit: number,
): Promise<StudentRow[]> {
  return studentsOf(db, coachId, answeredSince)
    .$if(after !== undefined, (rows) =>
      rows.having(
        sql<boolean>`(max(contact.at), users.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('last_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute();
}

/** One of `studentsOf`; undefined for other students. */
export async function findStudentOf(
  db: Db | Trx,
  coachId: string,
  studentId: string,
  answeredSince: Date,
): Promise<StudentRow | undefined> {
  return studentsOf(db, coachId, answeredSince).where('users.id', '=', studentId).executeTakeFirst();
}
