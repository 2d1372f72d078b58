import { type RawBuilder, sql } from 'kysely';
import type {
  Learner,
  LearnerFilter,
  LearningMaterial,
  MaterialKind,
} from '../../shared/learning/learners.ts';
import type { Db } from '../platform/db/database.ts';
import { isBehind, type TimePosition } from '../platform/db/paging.ts';
import { readingFinishedAt } from '../platform/db/reading-finished-at.ts';

/**
 * For each coaching plan and student: when the student first opened the plan, finished it and was last active, and the
 * page that the student has reached.
 */
const planStudents = sql`
  select pdf_number, user_id, min(opened_at) as opened_at, max(finished_at) as finished_at, max(last_at) as last_at,
    null::integer as time_spent, max(page) as page, max(page_count) as page_count
  from (
    select pdf_number, user_id, opened_at, null::timestamptz as finished_at, opened_at as last_at,
      null::integer as page, null::integer as page_count
    from file_accesses where kind = 'plan'
    union all
    select pdf_number, user_id, updated_at, ${readingFinishedAt('reading_positions')}, updated_at, page, page_count
    from reading_positions where pdf_number is not null
  ) seen group by pdf_number, user_id`;

const students = sql`users.role = 'user' and users.deleted_at is null`;

/** Sessions, then coaching plans, each with how many students opened and finished it. */
export async function findMaterials(db: Db): Promise<LearningMaterial[]> {
  const { rows } = await sql<LearningMaterial>`
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
      from (${planStudents}) by_student join users on users.id = by_student.user_id where ${students} group by pdf_number
    ) counted on counted.pdf_number = coaching_pdfs.pdf_number
    order by coaching_pdfs.pdf_number)`.execute(db);
  return rows;
}

const conditions: Record<LearnerFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  finished: sql`finished_at is not null`,
  unfinished: sql`finished_at is null`,
};

type LearnerRow = Learner & { sorted_at: string };

/** The students of a session, at most `limit`, most recently active first, which is the order of an index. */
function sessionPage(id: number, isShown: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`select learners.*, first_name, last_name, email from (
      select user_id, started_at as opened_at, case when status = 'completed' then completed_at end as finished_at,
        updated_at as last_at, time_spent, null::integer as page, null::integer as page_count
      from user_progress where session_id = ${id}
    ) learners join users on users.id = learners.user_id
    where ${isShown} order by last_at desc, user_id desc limit ${limit}`;
}

/**
 * The students of a coaching plan, at most `limit`, most recently active first. Downloading the PDF and reading a page
 * of it count as activity. `file_accesses` and `reading_positions` have an index in this order, so that not all
 * students are sorted.
 */
function planPage(id: number, isShown: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  const page = sql`where ${isShown} order by last_at desc, user_id desc limit ${limit}`;
  return sql`select last.*, least(opened.at, read_at) as opened_at, null::integer as time_spent
    from (
      (select learners.*, first_name, last_name, email from (
        select opened.user_id, opened.opened_at as last_at, read.updated_at as read_at, read.page, read.page_count,
          ${readingFinishedAt('read')} as finished_at
        from file_accesses opened
          left join reading_positions read on read.user_id = opened.user_id and read.pdf_number = opened.pdf_number
        where opened.kind = 'plan' and opened.pdf_number = ${id}
          and (read.updated_at is null or read.updated_at < opened.opened_at)
          and not exists (select from file_accesses later
            where later.kind = 'plan' and later.pdf_number = opened.pdf_number and later.user_id = opened.user_id
              and (later.opened_at, later.id) > (opened.opened_at, opened.id))
      ) learners join users on users.id = learners.user_id ${page})
      union all
      (select learners.*, first_name, last_name, email from (
        select read.user_id, read.updated_at as last_at, read.updated_at as read_at, read.page, read.page_count,
          ${readingFinishedAt('read')} as finished_at
        from reading_positions read
        where read.pdf_number = ${id}
          and not exists (select from file_accesses later
            where later.kind = 'plan' and later.pdf_number = read.pdf_number and later.user_id = read.user_id
              and later.opened_at > read.updated_at)
      ) learners join users on users.id = learners.user_id ${page})
    ) last left join lateral (
      select min(opened_at) as at from file_accesses
      where kind = 'plan' and pdf_number = ${id} and user_id = last.user_id
    ) opened on true
    order by last_at desc, user_id desc limit ${limit}`;
}

/** Students who opened this session or coaching plan, most recently active first. */
export async function findLearners(
  db: Db,
  { kind, id, show }: { kind: MaterialKind; id: number; show: LearnerFilter },
  after: TimePosition | undefined,
  limit: number,
): Promise<LearnerRow[]> {
  const isShown = sql`${students} and ${conditions[show]} and ${isBehind({ at: 'last_at', id: 'user_id' }, '<', after)}`;
  const page = kind === 'plan' ? planPage(id, isShown, limit) : sessionPage(id, isShown, limit);
  const { rows } = await sql<LearnerRow>`
    select user_id as "userId", first_name as "firstName", last_name as "lastName", email,
      opened_at as "openedAt", finished_at as "finishedAt", last_at as "lastAt", last_at::text as sorted_at,
      time_spent as "timeSpent", page, page_count as "pageCount"
    from (${page}) page order by last_at desc, user_id desc`.execute(db);
  return rows;
}
