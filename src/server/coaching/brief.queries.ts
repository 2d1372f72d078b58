import { sql } from 'kysely';
import type { BriefShares } from '../../shared/coaching/brief.ts';
import type { Hand } from '../../shared/poker/hand.ts';
import type { Db } from '../platform/db/database.ts';
import type { TimePosition } from '../platform/db/paging.ts';

export async function findShares(db: Db, studentId: string): Promise<BriefShares | undefined> {
  return db
    .selectFrom('brief_shares')
    .select(['goals', 'study', 'finished', 'leaks', 'questions', 'hands', 'results'])
    .where('student_id', '=', studentId)
    .executeTakeFirst();
}

/** Changes the given parts. @param defaults the others of a student without a row */
export async function saveShares(
  db: Db,
  studentId: string,
  change: Partial<BriefShares>,
  defaults: BriefShares,
  now: Date,
): Promise<void> {
  await db
    .insertInto('brief_shares')
    .values({ student_id: studentId, ...defaults, ...change, updated_at: now })
    .onConflict((conflict) => conflict.column('student_id').doUpdateSet({ ...change, updated_at: now }))
    .execute();
}

export type StudentRow = {
  id: string;
  first_name: string;
  last_name: string;
  /** The coach has a question of theirs now. */
  is_waiting: boolean;
  /** The coach's last answer, or when they took on the question. */
  last_at: string;
  /** Of full precision. */
  sorted_at: string;
};

/** Students who have an answer of the coach since then, or a question that is with the coach. */
function studentsOf(db: Db, coachId: string, answeredSince: Date) {
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
    .where('users.deleted_at', 'is', null)
    .where('users.deletion_due_at', 'is', null)
    .groupBy('users.id');
}

/** @param limit one more than a page shows whether more follow */
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

/** The student, if they are one of the coach's. */
export async function findStudentOf(
  db: Db,
  coachId: string,
  studentId: string,
  answeredSince: Date,
): Promise<StudentRow | undefined> {
  return studentsOf(db, coachId, answeredSince).where('users.id', '=', studentId).executeTakeFirst();
}

export async function findName(
  db: Db,
  userId: string,
): Promise<{ first_name: string; last_name: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** How many drills the student answered on each day from then on. */
export async function countTriesByDay(
  db: Db,
  userId: string,
  from: string,
): Promise<{ day: string; tries: number }[]> {
  return db
    .selectFrom('drill_tries')
    .select('day')
    .select((eb) => eb.fn.countAll<number>().as('tries'))
    .where('user_id', '=', userId)
    .where('day', '>=', from)
    .where('taken_back_at', 'is', null)
    .groupBy('day')
    .execute();
}

/** Completed sessions, and PDFs and coaching plans that were read to the end, the newest first. */
export async function findFinished(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ kind: 'session' | 'pdf' | 'plan'; title: string; at: string }[]> {
  const { rows } = await sql<{ kind: 'session' | 'pdf' | 'plan'; title: string; at: string }>`
    select 'session' as kind, p.title, u.completed_at as at
    from user_progress u join products p on p.id = u.session_id
    where u.user_id = ${userId} and u.status = 'completed' and u.completed_at is not null
    union all
    select case when r.pdf_number is null then 'pdf' else 'plan' end, coalesce(p.title, c.title), r.updated_at
    from reading_positions r
      left join products p on p.id = r.product_id
      left join coaching_pdfs c on c.pdf_number = r.pdf_number
    where r.user_id = ${userId} and r.page >= r.page_count and coalesce(p.title, c.title) is not null
    order by at desc limit ${limit}`.execute(db);
  return rows;
}

export async function findNewestHands(
  db: Db,
  userId: string,
  since: Date,
  limit: number,
): Promise<{ id: string; model: Hand }[]> {
  return db
    .selectFrom('hands')
    .select(['id', 'model'])
    .where('owner_id', '=', userId)
    .where('created_at', '>', since.toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
