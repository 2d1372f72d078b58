import { sql } from 'kysely';
import { openKycStatuses } from '../../shared/enums.ts';
import type { KycQueueInput, QueueFilter } from '../../shared/kyc-review.ts';
import { keptFigures } from '../db/counts.ts';
import type { Db, Trx } from '../db/database.ts';
import type { FormerDecision, KycApplicationRow } from '../db/tables/kyc-tables.ts';
import { type AgeRule, flagColumns, flagCondition } from './flags.queries.ts';
import { nameOrMailHolds } from './name-search.queries.ts';

export type QueueQuery = Omit<KycQueueInput, 'assignee' | 'status' | 'limit'> & {
  status: QueueFilter;
  /** An admin's cases, or null for those of nobody. */
  assignedTo?: string | null | undefined;
  ages: AgeRule;
  limit: number;
};

export type QueueRow = Awaited<ReturnType<typeof findQueue>>[number];

/** One page of the queue: open cases oldest first, any other list newest first. */
export async function findQueue(db: Db, query: QueueQuery) {
  const { status, country, documentType, flag, assignedTo, q, after, ages } = query;
  const oldestFirst = status === 'open' || status === 'pending' || status === 'requires_review';
  const order = oldestFirst ? 'asc' : 'desc';
  return db
    .selectFrom('kyc_applications as application')
    .innerJoin('users as person', 'person.id', 'application.user_id')
    .leftJoin('users as assignee', 'assignee.id', 'application.assigned_to')
    .select([
      'application.id',
      'application.user_id',
      'application.status',
      'application.superseded_at',
      'application.first_name',
      'application.last_name',
      'application.country',
      'application.document_type1',
      'application.document_type2',
      'application.created_at',
      'application.assigned_to',
      'person.email as user_email',
      'assignee.first_name as assignee_first_name',
      'assignee.last_name as assignee_last_name',
      ...flagColumns(ages),
    ])
    .$if(status !== 'all', (rows) => rows.where('application.superseded_at', 'is', null))
    .$if(status === 'open', (rows) => rows.where('application.status', 'in', openKycStatuses))
    .$if(status !== 'all' && status !== 'open', (rows) =>
      rows.where('application.status', '=', status === 'all' || status === 'open' ? 'pending' : status),
    )
    .$if(Boolean(country), (rows) => rows.where('application.country', '=', country ?? ''))
    .$if(documentType !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('application.document_type1', '=', documentType ?? 'passport'),
          eb('application.document_type2', '=', documentType ?? 'passport'),
        ]),
      ),
    )
    .$if(flag !== undefined, (rows) => rows.where(flagCondition(flag ?? 'under_age', ages)))
    .$if(assignedTo === null, (rows) => rows.where('application.assigned_to', 'is', null))
    .$if(typeof assignedTo === 'string', (rows) =>
      rows.where('application.assigned_to', '=', assignedTo ?? ''),
    )
    .$if(Boolean(q), (rows) => rows.where(nameOrMailHolds(q ?? '')))
    .$if(after !== undefined, (rows) =>
      rows.where((eb) =>
        eb(
          eb.refTuple('application.created_at', 'application.id'),
          oldestFirst ? '>' : '<',
          eb
            .selectFrom('kyc_applications as last')
            .select(['last.created_at', 'last.id'])
            .where('last.id', '=', after ?? '')
            .$asTuple('created_at', 'id'),
        ),
      ),
    )
    .orderBy('application.created_at', order)
    .orderBy('application.id', order)
    .limit(query.limit)
    .execute();
}

export async function countQueue(
  db: Db,
): Promise<{ open: number; approved: number; rejected: number; all: number }> {
  const figures = await keptFigures(db, ['kyc_open', 'kyc_approved', 'kyc_rejected', 'kyc_all']);
  return {
    open: figures.kyc_open,
    approved: figures.kyc_approved,
    rejected: figures.kyc_rejected,
    all: figures.kyc_all,
  };
}

/** One step of the index for each country. */
export async function findCountries(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive countries (name) as (
      (select country from kyc_applications order by country limit 1)
      union all
      select (select a.country from kyc_applications a where a.country > countries.name order by a.country limit 1)
      from countries where countries.name is not null
    ) select name from countries where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/** The open case that has waited longest and that nobody but `adminId` has claimed. */
export async function findNextCase(db: Db, exceptId: string, adminId: string) {
  return db
    .selectFrom('kyc_applications')
    .select(['id', 'first_name', 'last_name', 'created_at'])
    .where('superseded_at', 'is', null)
    .where('status', 'in', openKycStatuses)
    .where('id', '<>', exceptId)
    .where((eb) => eb.or([eb('assigned_to', 'is', null), eb('assigned_to', '=', adminId)]))
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
}

/** @returns false when another admin has it, or when it is no longer open */
export async function claimCase(trx: Trx, id: string, adminId: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({ assigned_to: adminId, assigned_at: now })
    .where('id', '=', id)
    .where('superseded_at', 'is', null)
    .where('status', 'in', openKycStatuses)
    .where((eb) => eb.or([eb('assigned_to', 'is', null), eb('assigned_to', '=', adminId)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** @returns false when it is not theirs */
export async function releaseCase(trx: Trx, id: string, adminId: string): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({ assigned_to: null, assigned_at: null })
    .where('id', '=', id)
    .where('assigned_to', '=', adminId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The newest openings of these documents by others than their owner, from the audit log (KYC-14). */
export async function findDocumentViews(
  db: Db,
  ownerId: string,
  uploadIds: readonly string[],
  limit: number,
) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users as person', 'person.id', 'audit_log.actor_id')
    .select([
      'audit_log.at',
      'audit_log.action',
      'audit_log.subject_id',
      'person.first_name as actor_first_name',
      'person.last_name as actor_last_name',
    ])
    .where('audit_log.subject_type', '=', 'document')
    .where('audit_log.subject_id', 'in', uploadIds)
    .where('audit_log.actor_id', 'is distinct from', ownerId)
    .where('audit_log.action', 'in', ['document.viewed', 'document.downloaded'])
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute();
}

/** The last thing that happened to an application. */
export async function findLastEvent(trx: Trx, applicationId: string) {
  return trx
    .selectFrom('kyc_events')
    .select(['id', 'kind', 'actor_id', 'from_status', 'to_status', 'created_at', 'former'])
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .orderBy('from_status', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
}

/** Gives an application the decision that it had; what its approval superseded counts again. */
export async function restoreDecision(
  trx: Trx,
  application: KycApplicationRow,
  { supersededIds, ...columns }: FormerDecision,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({ ...columns, updated_at: now })
    .where('id', '=', application.id)
    .where('status', '=', application.status)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  if (supersededIds.length > 0) {
    await trx
      .updateTable('kyc_applications')
      .set({ superseded_at: null, updated_at: now })
      .where('id', 'in', supersededIds)
      .execute();
  }
  return true;
}

export async function hasAppeal(trx: Trx, applicationId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('kyc_events')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('kind', '=', 'appeal')
    .executeTakeFirst();
  return row !== undefined;
}

/** An appeal: back among the open cases, everything of the decision as it was. */
export async function reopenForAppeal(trx: Trx, id: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({ status: 'requires_review', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'rejected')
    .where('can_resubmit', '=', false)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The application of a person that counts now. */
export async function findCurrentApplication(
  trx: Trx,
  userId: string,
): Promise<KycApplicationRow | undefined> {
  return trx
    .selectFrom('kyc_applications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('superseded_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
