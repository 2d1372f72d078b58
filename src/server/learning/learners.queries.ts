import { type RawBuilder, sql } from 'kysely';
import type { Learner, LearnerFilter, Material, MaterialKind } from '../../shared/learning/learners.ts';
import type { Db } from '../platform/db/database.ts';

/** Of each student the first and last time with a coaching plan, and the page they are at. Finished at its last page. */
const planReaders = sql`
  select pdf_number, user_id, min(opened_at) as opened_at, max(finished_at) as finished_at, max(last_at) as last_at,
    null::integer as time_spent, max(page) as page, max(page_count) as page_count
  from (
    select pdf_number, user_id, opened_at, null::timestamptz as finished_at, opened_at as last_at,
      null::integer as page, null::integer as page_count
    from file_accesses where kind = 'plan'
    union all
    select pdf_number, user_id, updated_at, case when page = page_count then updated_at end, updated_at, page, page_count
    from reading_positions where pdf_number is not null
  ) seen group by pdf_number, user_id`;

const students = sql`users.role = 'user' and users.deleted_at is null`;

/** Sessions, then coaching plans, each with how many students opened and finished it. */
export async function findMaterials(db: Db): Promise<Material[]> {
  const { rows } = await sql<Material>`
    (select 'session' as kind, products.id, product_number as number, title,
      coalesce(counted.opened, 0) as opened, coalesce(counted.finished, 0) as finished
    from products left join (
      select session_id, count(*)::int as opened, count(*) filter (where status = 'completed')::int as finished
      from user_progress join users on users.id = user_progress.user_id where ${students} group by session_id
    ) counted on counted.session_id = products.id
    where products.type = 'session' and products.deleted_at is null order by product_number)
    union all
    (select 'plan', coaching_pdfs.pdf_number, coaching_pdfs.pdf_number, title,
      coalesce(counted.opened, 0), coalesce(counted.finished, 0)
    from coaching_pdfs left join (
      select pdf_number, count(*)::int as opened, count(finished_at)::int as finished
      from (${planReaders}) readers join users on users.id = readers.user_id where ${students} group by pdf_number
    ) counted on counted.pdf_number = coaching_pdfs.pdf_number
    order by coaching_pdfs.pdf_number)`.execute(db);
  return rows;
}

function learnersOf(kind: MaterialKind, id: number): RawBuilder<unknown> {
  if (kind === 'plan') return sql`select * from (${planReaders}) readers where pdf_number = ${id}`;
  return sql`select user_id, started_at as opened_at, case when status = 'completed' then completed_at end as finished_at,
    updated_at as last_at, time_spent, null::integer as page, null::integer as page_count
    from user_progress where session_id = ${id}`;
}

const conditions: Record<LearnerFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  finished: sql`finished_at is not null`,
  unfinished: sql`finished_at is null`,
};

/** Where a page begins: behind this student. `at` is as Postgres writes it, to the microsecond. */
export type LearnerPosition = { at: string; userId: string };
export type LearnerRow = Learner & { position: string };

/** Students who opened a session or a coaching plan, the last active first. */
export async function findLearners(
  db: Db,
  { kind, id, show }: { kind: MaterialKind; id: number; show: LearnerFilter },
  after: LearnerPosition | undefined,
  limit: number,
): Promise<LearnerRow[]> {
  const isBehind =
    after === undefined
      ? sql`true`
      : sql`(last_at, user_id) < (${after.at}::timestamptz, ${after.userId}::uuid)`;
  const { rows } = await sql<LearnerRow>`
    select user_id as "userId", users.first_name as "firstName", users.last_name as "lastName", users.email,
      opened_at as "openedAt", finished_at as "finishedAt", last_at as "lastAt", last_at::text as position,
      time_spent as "timeSpent", page, page_count as "pageCount"
    from (${learnersOf(kind, id)}) learners join users on users.id = learners.user_id
    where ${students} and ${conditions[show]} and ${isBehind}
    order by last_at desc, user_id desc limit ${limit}`.execute(db);
  return rows;
}
