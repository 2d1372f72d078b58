import { sql } from 'kysely';
import type { AuditFilter } from '../../shared/admin/audit.ts';
import { deletedUser } from '../../shared/person-name.ts';
import type { Db } from '../platform/db/database.ts';
import { escapeCsvFormula } from '../platform/db/escape-csv-formula.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For a user's id: all entries about them, such as their payments and KYC decisions. */
function concerns(id: string) {
  const isSubject = sql<boolean>`entry.subject_id = ${id}`;
  return uuid.test(id) ? sql<boolean>`(${isSubject} or entry.about_user_id = ${id}::uuid)` : isSubject;
}

export type AuditRow = Awaited<ReturnType<typeof findAuditEntries>>[number];

/** Entries older than `afterId`, newest first, each with the actor's name. */
export async function findAuditEntries(
  db: Db,
  { action, actorId, subjectId }: AuditFilter,
  afterId: number | undefined,
  limit: number,
) {
  return db
    .selectFrom('audit_log as entry')
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .select([
      'entry.id',
      'entry.at',
      'entry.action',
      'entry.actor_id',
      'entry.subject_type',
      'entry.subject_id',
      'entry.ip',
      'entry.details',
      'actor.first_name as actor_first_name',
      'actor.last_name as actor_last_name',
      'actor.deleted_at as actor_deleted_at',
    ])
    .$if(Boolean(action), (query) =>
      query.where((eb) => eb.fn('starts_with', ['entry.action', eb.val(action)])),
    )
    .$if(actorId !== undefined, (query) => query.where('entry.actor_id', '=', actorId ?? ''))
    .$if(Boolean(subjectId), (query) => query.where(concerns(subjectId ?? '')))
    .$if(afterId !== undefined, (query) => query.where('entry.id', '<', afterId ?? 0))
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
}

const actorName = sql`case
  when entry.actor_id is null then 'System'
  when actor.id is null or actor.deleted_at is not null then ${sql.lit(deletedUser)}
  else concat_ws(' ', actor.first_name, actor.last_name) end`;

/** The same entries for the export. Includes only the details named in `readable`. */
export function auditExport(db: Db, filter: AuditFilter, readable: readonly string[]) {
  const { action, actorId, subjectId } = filter;
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
    .$if(Boolean(action), (query) =>
      query.where((eb) => eb.fn('starts_with', ['entry.action', eb.val(action)])),
    )
    .$if(actorId !== undefined, (query) => query.where('entry.actor_id', '=', actorId ?? ''))
    .$if(Boolean(subjectId), (query) => query.where(concerns(subjectId ?? '')))
    .orderBy('entry.id', 'desc');
}
