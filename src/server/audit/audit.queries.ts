import type { AuditFilter } from '../../shared/audit.ts';
import type { Db } from '../db/database.ts';

export type AuditRow = Awaited<ReturnType<typeof findAuditEntries>>[number];

/** Newest first, each with the name of who did it. */
export async function findAuditEntries(db: Db, filter: AuditFilter, limit: number) {
  const { action, actorId, subjectId, beforeId } = filter;
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
    .$if(Boolean(subjectId), (query) => query.where('entry.subject_id', '=', subjectId ?? ''))
    .$if(beforeId !== undefined, (query) => query.where('entry.id', '<', beforeId ?? 0))
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
}
