import { type RawBuilder, sql } from 'kysely';
import { openKycStatuses } from '../../shared/enums.ts';
import { type KycQueueInput, maxCounted, type QueueFilter } from '../../shared/kyc/kyc-review.ts';
import type { Db } from '../platform/db/database.ts';
import { nameColumns } from '../platform/db/name-columns.ts';
import { waitsForApplicant } from '../platform/db/waits-for-applicant.ts';
import { type AgeRule, flagColumns, flagConditions } from './flags.queries.ts';
import { nameOrEmailContains } from './name-search.queries.ts';

export type QueueFilters = Pick<KycQueueInput, 'documentType' | 'flag' | 'q'> & {
  status: QueueFilter;
  /** All stored spellings of one country. */
  countries?: readonly string[] | undefined;
  /** An admin's id, or null for unassigned cases. */
  assignedTo?: string | null | undefined;
  ages: AgeRule;
};

export type QueueQuery = QueueFilters & { after?: string | undefined; limit: number };

const isAsked = waitsForApplicant('application');

/** Whether the list contains only cases that wait for an admin. */
export function isWaitingList(status: QueueFilter): boolean {
  return status === 'open' || status === 'pending' || status === 'requires_review';
}

/** The case of an account that is about to be deleted is in no list of undecided cases. */
function statusCondition(status: QueueFilter): RawBuilder<boolean> {
  switch (status) {
    case 'all':
      return sql`true`;
    case 'asked':
      return sql`(${isAsked} and person.deletion_due_at is null)`;
    case 'open':
      return sql`(application.superseded_at is null and application.status in ('pending', 'requires_review')
        and not ${isAsked} and person.deletion_due_at is null)`;
    case 'pending':
    case 'requires_review':
      return sql`(application.superseded_at is null and application.status = ${status} and not ${isAsked}
        and person.deletion_due_at is null)`;
    case 'approved':
    case 'rejected':
      return sql`(application.superseded_at is null and application.status = ${status})`;
  }
}

function filtered(db: Db, { status, countries, documentType, flag, assignedTo, q, ages }: QueueFilters) {
  return db
    .selectFrom('kyc_applications as application')
    .innerJoin('users as person', 'person.id', 'application.user_id')
    .where(statusCondition(status))
    .$if(countries !== undefined, (rows) => rows.where('application.country', 'in', countries ?? []))
    .$if(documentType !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('application.document_type1', '=', documentType ?? 'passport'),
          eb('application.document_type2', '=', documentType ?? 'passport'),
        ]),
      ),
    )
    .$if(flag !== undefined, (rows) => rows.where(flagConditions(ages)[flag ?? 'under_age']))
    .$if(assignedTo === null, (rows) => rows.where('application.assigned_to', 'is', null))
    .$if(typeof assignedTo === 'string', (rows) =>
      rows.where('application.assigned_to', '=', assignedTo ?? ''),
    )
    .$if(Boolean(q), (rows) => rows.where(nameOrEmailContains(q ?? '')));
}

/** Whether a case is older (`<`) or newer (`>`) than the case with this id. */
function isBeyond(id: string, side: '<' | '>'): RawBuilder<boolean> {
  return sql<boolean>`(application.created_at, application.id) ${sql.raw(side)}
    (select last.created_at, last.id from kyc_applications last where last.id = ${id}::uuid)`;
}

export type QueueRow = Awaited<ReturnType<typeof findQueue>>[number];

/** One page of a list: oldest first if its cases wait for an admin, otherwise newest first. */
export async function findQueue(db: Db, { after, limit, ...filters }: QueueQuery) {
  const oldestFirst = isWaitingList(filters.status);
  const order = oldestFirst ? 'asc' : 'desc';
  return filtered(db, filters)
    .leftJoin('users as assignee', 'assignee.id', 'application.assigned_to')
    .select([
      'application.id',
      'application.user_id',
      'application.status',
      'application.superseded_at',
      'application.requested_items',
      'application.first_name',
      'application.last_name',
      'application.country',
      'application.document_type1',
      'application.document_type2',
      'application.document_number_tail1',
      'application.document_number_tail2',
      'application.documents_erased_at',
      'application.created_at',
      'application.assigned_to',
      'person.email as user_email',
      ...nameColumns('assignee', 'assignee'),
      ...flagColumns(filters.ages),
    ])
    .$if(after !== undefined, (rows) => rows.where(isBeyond(after ?? '', oldestFirst ? '>' : '<')))
    .orderBy('application.created_at', order)
    .orderBy('application.id', order)
    .limit(limit)
    .execute();
}

export type PositionRow = {
  isListed: boolean;
  ahead: number;
  total: number;
  previousId: string | null;
  followingId: string | null;
};

/** The position of a case in a list, and its neighbors. Counts stop at `maxCounted` + 1. */
export async function findPosition(db: Db, id: string, filters: QueueFilters): Promise<PositionRow> {
  const oldestFirst = isWaitingList(filters.status);
  const [before, after] = oldestFirst ? (['<', '>'] as const) : (['>', '<'] as const);
  const counted = (rows: ReturnType<typeof filtered>) =>
    db
      .selectFrom(
        rows
          .select('application.id')
          .limit(maxCounted + 1)
          .as('counted'),
      )
      .select(sql<number>`count(*)::int`.as('count'));
  const nearest = (side: '<' | '>') => {
    const order = side === '<' ? 'desc' : 'asc';
    return filtered(db, filters)
      .where(isBeyond(id, side))
      .select('application.id')
      .orderBy('application.created_at', order)
      .orderBy('application.id', order)
      .limit(1);
  };
  return db
    .selectNoFrom((eb) => [
      eb
        .exists(filtered(db, filters).where('application.id', '=', id).select('application.id'))
        .as('isListed'),
      counted(filtered(db, filters).where(isBeyond(id, before))).as('ahead'),
      counted(filtered(db, filters)).as('total'),
      nearest(before).as('previousId'),
      nearest(after).as('followingId'),
    ])
    .$castTo<PositionRow>()
    .executeTakeFirstOrThrow();
}

type UndecidedCounts = { pending: number; inReview: number; asked: number; leaving: number };

/**
 * Counts the current cases that are not decided, in one statement, so that the counts are consistent. `asked` are
 * the cases that wait for the applicant; `inReview` includes them. `leaving` are the cases of accounts that are about
 * to be deleted; no other count includes them. Uses only indexes, except for the few rows of `leaving`, which are
 * therefore counted separately and subtracted.
 */
export async function countUndecided(db: Db): Promise<UndecidedCounts> {
  const current = db
    .selectFrom('kyc_applications as application')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('application.superseded_at', 'is', null);
  const leaving = current
    .innerJoin('users as person', 'person.id', 'application.user_id')
    .where('person.deletion_due_at', 'is not', null);
  const isPending = sql<boolean>`application.status = 'pending'`;
  const isInReview = sql<boolean>`application.status = 'requires_review'`;
  const staying = (condition: RawBuilder<boolean>) =>
    sql<number>`(${current.where(condition)}) - (${leaving.where(condition)})`;
  return db
    .selectNoFrom([
      staying(isPending).as('pending'),
      staying(isInReview).as('inReview'),
      staying(isAsked).as('asked'),
      leaving.where('application.status', 'in', openKycStatuses).as('leaving'),
    ])
    .$castTo<UndecidedCounts>()
    .executeTakeFirstOrThrow();
}

/**
 * Counts the applications that `countUndecided` leaves out: decided, or superseded by a newer one. Reads the whole
 * table.
 */
export async function countSettled(
  db: Db,
): Promise<{ approved: number; rejected: number; superseded: number }> {
  return db
    .selectFrom('kyc_applications')
    .select([
      sql<number>`count(*) filter (where status = 'approved' and superseded_at is null)`.as('approved'),
      sql<number>`count(*) filter (where status = 'rejected' and superseded_at is null)`.as('rejected'),
      sql<number>`count(superseded_at)`.as('superseded'),
    ])
    .executeTakeFirstOrThrow();
}

/** All stored countries. Reads one index entry per country (a loose index scan). */
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

/** The next case in this list that no other admin has claimed. After the last case, starts again with the oldest. */
export async function findNextCase(db: Db, afterId: string, adminId: string, filters: QueueFilters) {
  const others = filtered(db, filters)
    .select(['application.id', 'application.first_name', 'application.last_name', 'application.created_at'])
    .where('application.id', '<>', afterId)
    .where((eb) =>
      eb.or([eb('application.assigned_to', 'is', null), eb('application.assigned_to', '=', adminId)]),
    )
    .orderBy('application.created_at')
    .orderBy('application.id')
    .limit(1);
  const following = others.where(
    sql<boolean>`(application.created_at, application.id) >
      (select created_at, id from kyc_applications where id = ${afterId})`,
  );
  return (await following.executeTakeFirst()) ?? others.executeTakeFirst();
}
