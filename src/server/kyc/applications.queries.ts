import { sql } from 'kysely';
import type { KycStatus } from '../../shared/enums.ts';
import type { Db } from '../platform/db/database.ts';
import { nameColumns } from '../platform/db/name-columns.ts';
import type { KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';
import { type AgeRule, flagColumns } from './flags.queries.ts';
import { nameOrEmailContains } from './name-search.queries.ts';

export async function findApplicationsOf(
  db: Db,
  userId: string,
  limit: number,
): Promise<(KycApplicationRow & { appealed_at: string | null })[]> {
  return db
    .selectFrom('kyc_applications')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('kyc_events')
        .select('kyc_events.created_at')
        .whereRef('kyc_events.application_id', '=', 'kyc_applications.id')
        .where('kyc_events.kind', '=', 'appeal')
        .as('appealed_at'),
    )
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type AdminApplicationFilter = {
  id?: string | undefined;
  userId?: string | undefined;
  /** Only applications with this status that are not superseded. */
  status?: KycStatus | undefined;
  /** Part of a name or an email. */
  q?: string | undefined;
};

/** A page of a list of applications, which is sorted newest first by default. */
export type ApplicationPage = { limit: number; offset?: number; oldestFirst?: boolean };

export type AdminApplicationRow = Awaited<ReturnType<typeof findApplicationsForAdmin>>[number];

function selectFiltered(db: Db, { id, userId, status, q }: AdminApplicationFilter) {
  return db
    .selectFrom('kyc_applications as application')
    .$if(id !== undefined, (query) => query.where('application.id', '=', id ?? ''))
    .$if(userId !== undefined, (query) => query.where('application.user_id', '=', userId ?? ''))
    .$if(status !== undefined, (query) =>
      query
        .where('application.status', '=', status ?? 'pending')
        .where('application.superseded_at', 'is', null),
    )
    .$if(Boolean(q), (query) => query.where(nameOrEmailContains(q ?? '')));
}

export async function countApplications(db: Db, filter: AdminApplicationFilter): Promise<number> {
  const { count } = await selectFiltered(db, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Applications with their user, reviewer, assignee, flags and the state of their documents. */
export async function findApplicationsForAdmin(
  db: Db,
  filter: AdminApplicationFilter,
  { limit, offset = 0, oldestFirst = false, ages }: ApplicationPage & { ages: AgeRule },
) {
  const order = oldestFirst ? 'asc' : 'desc';
  return selectFiltered(db, filter)
    .innerJoin('users as person', 'person.id', 'application.user_id')
    .leftJoin('users as reviewer', 'reviewer.id', 'application.reviewed_by')
    .leftJoin('users as assignee', 'assignee.id', 'application.assigned_to')
    .innerJoin('uploads as front', 'front.id', 'application.document_upload1')
    .innerJoin('uploads as back', 'back.id', 'application.document_upload2')
    .selectAll('application')
    .select([
      'person.email as user_email',
      'person.first_name as user_first_name',
      'person.last_name as user_last_name',
      'person.role as user_role',
      'person.kyc_status as user_kyc_status',
      'person.created_at as user_created_at',
      ...nameColumns('reviewer', 'reviewer'),
      ...nameColumns('assignee', 'assignee'),
      ...flagColumns(ages),
      'front.status as front_upload_status',
      'front.content_type as front_content_type',
      'back.status as back_upload_status',
      'back.content_type as back_content_type',
    ])
    .orderBy('application.created_at', order)
    .orderBy('application.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
}

export type EventRow = Awaited<ReturnType<typeof findEvents>>[number];

/** The events of these applications, oldest first. */
export async function findEvents(db: Db, applicationIds: readonly string[]) {
  if (applicationIds.length === 0) return [];
  return (
    db
      .selectFrom('kyc_events as event')
      .leftJoin('users as person', 'person.id', 'event.actor_id')
      .select([
        'event.id',
        'event.application_id',
        'event.from_status',
        'event.to_status',
        'event.kind',
        'event.note',
        'event.internal_note',
        'event.reason_code',
        'event.created_at',
        ...nameColumns('person', 'actor'),
      ])
      .where('event.application_id', 'in', applicationIds)
      .orderBy('event.created_at')
      // Sorts the submission, which has no previous status, before other events of the same millisecond.
      .orderBy('event.from_status', (order) => order.asc().nullsFirst())
      .execute()
  );
}
