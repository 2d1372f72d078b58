import { type RawBuilder, sql } from 'kysely';
import type { AuditFilter } from '../../shared/admin/audit.ts';
import { auditActionsOf, auditSentence } from '../../shared/admin/audit-actions.ts';
import { deletedUser } from '../../shared/person-name.ts';
import type { Db } from '../platform/db/database.ts';
import { escapeCsvFormula } from '../platform/db/escape-csv-formula.ts';
import { nameColumns } from '../platform/db/name-columns.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Matches entries by subject id. A user's id also matches entries about the user's payments, KYC decisions and so on.
 */
function concerns(id: string) {
  const isSubject = sql<boolean>`entry.subject_id = ${id}`;
  return uuid.test(id) ? sql<boolean>`(${isSubject} or entry.about_user_id = ${id}::uuid)` : isSubject;
}

const subjectUuid = sql`case when entry.subject_id ~ ${uuid.source} then entry.subject_id::uuid end`;
const subjectNumber = sql`case when entry.subject_id ~ '^[0-9]{1,9}$' then entry.subject_id::int end`;

/** The name of what an entry is about, for the subject types that have one. Details name a product that was deleted. */
const subjectName = sql<string | null>`case entry.subject_type
  when 'product' then coalesce((select title from products where id = ${subjectNumber}), entry.details ->> 'title')
  when 'contact_message' then (select name from contact_messages where id = ${subjectUuid})
  when 'promotion_code' then (select code from promotion_codes where id = ${subjectUuid})
  when 'reply_template' then entry.details ->> 'title'
  when 'coaching_pdf' then entry.subject_id
  when 'deck' then (select title from decks where id = ${subjectUuid})
  when 'drill' then (select decks.title from drills join decks on decks.id = deck_id where drills.id = ${subjectUuid})
  when 'range' then (select name from ranges where id = ${subjectUuid})
  end`;

/**
 * Matches a complete action name exactly, because the index then returns entries in the order of the list. Matches any
 * other text as a prefix.
 */
function isAction(action: string): RawBuilder<boolean> {
  return auditSentence(action) === undefined
    ? sql<boolean>`starts_with(entry.action, ${action})`
    : sql<boolean>`entry.action = ${action}`;
}

function matching({ kind, action, actorId, subjectId, from, to }: AuditFilter): RawBuilder<boolean> {
  const conditions = [
    ...(kind ? [sql`entry.action in (${sql.join(auditActionsOf(kind))})`] : []),
    ...(action ? [isAction(action)] : []),
    ...(actorId ? [sql`entry.actor_id = ${actorId}`] : []),
    ...(subjectId ? [concerns(subjectId)] : []),
    ...(from ? [sql`entry.at >= ${`${from}T00:00:00Z`}::timestamptz`] : []),
    ...(to ? [sql`entry.at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`] : []),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export type AuditRow = Awaited<ReturnType<typeof findAuditEntries>>[number];

/**
 * Entries older than the entry `afterId`, newest first, each with current names. With a filter by day, entries are
 * sorted by time, in the order of the index `audit_log_newest`; otherwise by id.
 */
export async function findAuditEntries(
  db: Db,
  filter: AuditFilter,
  afterId: number | undefined,
  limit: number,
) {
  const hasDays = filter.from !== undefined || filter.to !== undefined;
  return db
    .selectFrom('audit_log as entry')
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .leftJoin('users as about', 'about.id', 'entry.about_user_id')
    .select([
      'entry.id',
      'entry.at',
      'entry.action',
      'entry.actor_id',
      'entry.subject_type',
      'entry.subject_id',
      'entry.about_user_id',
      'entry.ip',
      'entry.details',
      ...nameColumns('actor', 'actor'),
      ...nameColumns('about', 'about'),
      subjectName.as('subject_name'),
    ])
    .where(matching(filter))
    .$if(afterId !== undefined, (query) =>
      hasDays
        ? query.where(
            sql<boolean>`(entry.at, entry.id) < (select at, id from audit_log where id = ${afterId ?? 0})`,
          )
        : query.where('entry.id', '<', afterId ?? 0),
    )
    .$if(hasDays, (query) => query.orderBy('entry.at', 'desc'))
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
}

/** The names of accounts that were not deleted. */
export async function findPeople(db: Db, ids: readonly string[]) {
  const valid = ids.filter((id) => uuid.test(id));
  if (valid.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('id', 'in', valid)
    .where('deleted_at', 'is', null)
    .execute();
}

const actorName = sql`case
  when entry.actor_id is null then 'System'
  when actor.id is null or actor.deleted_at is not null then ${sql.lit(deletedUser)}
  else concat_ws(' ', actor.first_name, actor.last_name) end`;

/** All entries that match the filter, for the export. Includes only the details named in `readable`. */
export function auditExport(db: Db, filter: AuditFilter, readable: readonly string[]) {
  return db
    .selectFrom('audit_log as entry')
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .select([
      'entry.id as id',
      sql`to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('at'),
      'entry.action as action',
      'entry.actor_id as actorId',
      escapeCsvFormula(actorName).as('actor'),
      'entry.subject_type as subjectType',
      'entry.subject_id as subjectId',
      'entry.ip as ip',
      sql`(select jsonb_object_agg(key, value) from jsonb_each(entry.details)
        where key in (${sql.join(readable)}))`.as('details'),
    ])
    .where(matching(filter))
    .orderBy('entry.id', 'desc');
}
