import { sql } from 'kysely';
import { type BriefShares, briefBlockNames } from '../../shared/coaching/brief.ts';
import type { Db } from '../platform/db/database.ts';
import { readingFinishedAt } from '../platform/db/reading-finished-at.ts';

export async function findShares(db: Db, studentId: string): Promise<BriefShares | undefined> {
  return db
    .selectFrom('brief_shares')
    .select(briefBlockNames)
    .where('student_id', '=', studentId)
    .executeTakeFirst();
}

/**
 * Changes which blocks of the brief are visible to coaches.
 * @param defaults - used for the blocks that are not in `change` if the student has no row
 */
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

export async function findName(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Completed sessions, and PDFs and coaching plans that were read to the end, the most recently finished first. */
export async function findFinished(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ kind: 'session' | 'pdf' | 'plan'; title: string; at: string }[]> {
  const finishedAt = readingFinishedAt('r');
  const { rows } = await sql<{ kind: 'session' | 'pdf' | 'plan'; title: string; at: string }>`
    select 'session' as kind, p.title, u.completed_at as at
    from user_progress u join products p on p.id = u.session_id
    where u.user_id = ${userId} and u.status = 'completed' and u.completed_at is not null
    union all
    select case when r.pdf_number is null then 'pdf' else 'plan' end, coalesce(p.title, c.title), ${finishedAt}
    from reading_positions r
      left join products p on p.id = r.product_id
      left join coaching_pdfs c on c.pdf_number = r.pdf_number
    where r.user_id = ${userId} and ${finishedAt} is not null and coalesce(p.title, c.title) is not null
    order by at desc limit ${limit}`.execute(db);
  return rows;
}

/** The student's newest questions that a coach has answered or can still answer. */
export async function findNewestQuestions(db: Db, studentId: string, limit: number) {
  return db
    .selectFrom('questions')
    .select(['id', 'status', 'thought', 'leak', 'queued_at', 'answered_at'])
    .where('student_id', '=', studentId)
    .where('status', 'not in', ['withdrawn', 'returned'])
    .orderBy('queued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findNewestHands(db: Db, userId: string, since: Date, limit: number) {
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
