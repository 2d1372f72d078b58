import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserListInput, UserSort } from '../../shared/admin/admin-users.ts';
import type { Db } from '../platform/db/database.ts';
import { containing } from '../platform/db/like-pattern.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { waitsForApplicant } from '../platform/db/waits-for-applicant.ts';
import { hasPlan, hasPlanForCount, isOneOf } from './user-plan.queries.ts';

/** A position in the sorted list: the sorted value and the id of a row. */
export type ListPosition = { value: string; id: string };

export type ListedUserRow = UserRow & { kycSubmitted: boolean; kycAsked: boolean; sortValue: string };

/** `expression` matches an index on `users`, so that Postgres need not sort. */
const sortColumns = {
  created: { expression: sql`users.created_at`, type: sql`timestamptz` },
  name: { expression: sql`lower(users.first_name || ' ' || users.last_name)`, type: sql`text` },
  seen: { expression: sql`coalesce(users.last_seen_at, users.created_at)`, type: sql`timestamptz` },
  spent: { expression: sql`users.net_cents`, type: sql`bigint` },
};
const searchedText = sql<string>`lower(users.first_name || ' ' || users.last_name || ' ' || users.email)`;

const sorts: Record<UserSort, { by: keyof typeof sortColumns; descending: boolean }> = {
  newest: { by: 'created', descending: true },
  oldest: { by: 'created', descending: false },
  name: { by: 'name', descending: false },
  name_desc: { by: 'name', descending: true },
  seen: { by: 'seen', descending: true },
  seen_asc: { by: 'seen', descending: false },
  spent: { by: 'spent', descending: true },
  spent_asc: { by: 'spent', descending: false },
};

/**
 * Whether the user has submitted an application. Does not use `exists`, because Postgres may plan that as a scan of all
 * applications instead of a lookup for each row of the page.
 */
export const hasApplied = sql<boolean>`coalesce(
  (select true from kyc_applications where kyc_applications.user_id = users.id limit 1), false)`;

/** Whether an admin sent the user's application back with a list of requested items. */
const isAsked = sql<boolean>`coalesce(
  (select true from kyc_applications
    where kyc_applications.user_id = users.id and ${waitsForApplicant('kyc_applications')}), false)`;

/** Users with an application that waits for a decision. */
const waiting = sql`select user_id from kyc_applications where superseded_at is null and status = 'pending'`;

/**
 * One condition for each of the first eight words: the name or the email contains the word. `%` and `_` are literal.
 */
function matchesEveryWord(q: string): RawBuilder<SqlBool>[] {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8);
  return words.map((word) => sql<SqlBool>`${searchedText} like ${containing(word)}`);
}

export type UserFilter = Omit<UserListInput, 'cursor' | 'sort'>;

function filterConditions(input: UserFilter, now: Date, isRare: boolean): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = matchesEveryWord(input.q ?? '');
  if (input.role) conditions.push(sql`users.role = ${input.role}`);
  if (input.kyc === 'not_submitted') conditions.push(sql`users.kyc_status = 'pending' and not ${hasApplied}`);
  else if (input.kyc === 'pending') {
    conditions.push(sql`users.kyc_status = 'pending'`, isOneOf(waiting, isRare));
  } else if (input.kyc) conditions.push(sql`users.kyc_status = ${input.kyc}`);
  if (input.account === 'suspended') conditions.push(sql`users.suspended_at is not null`);
  if (input.account === 'leaving') conditions.push(sql`users.deletion_due_at is not null`);
  if (input.account === 'active') {
    conditions.push(sql`users.suspended_at is null and users.deletion_due_at is null`);
  }
  if (input.tag) {
    const tagged = sql`select user_id from user_tags where lower(user_tags.tag) = lower(${input.tag})`;
    conditions.push(isOneOf(tagged, isRare));
  }
  if (input.plan) conditions.push(hasPlan(input.plan, now, isRare));
  if (input.from) conditions.push(sql`users.created_at >= ${input.from}::timestamptz`);
  if (input.to) conditions.push(sql`users.created_at < ${input.to}::timestamptz + interval '1 day'`);
  return conditions;
}

/**
 * Users that match the filters, without deleted accounts.
 * @param isRare - at most `rareLimit` users match; changes only the query plan (see `isOneOf`)
 */
export function filteredUsers(db: Db, filter: UserFilter, now: Date, isRare: boolean) {
  return filterConditions(filter, now, isRare).reduce(
    (query, condition) => query.where(condition),
    db.selectFrom('users').where('users.deleted_at', 'is', null),
  );
}

/** Counts the users that match the filters, without deleted accounts. */
export async function countUsers(
  db: Db,
  { plan, ...filter }: UserFilter,
  now: Date,
): Promise<{ total: number }> {
  // `isRare` is true for any number of matches: it lets Postgres join the tables, and a join counts all matches faster
  // than a scan of the list.
  const users = filteredUsers(db, filter, now, true);
  const matching = plan ? users.where(hasPlanForCount(plan, now)) : users;
  return matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
}

/**
 * Users after a position in the sorted list, without deleted accounts.
 * @param limit - one more than the page size, to find out whether there is a next page
 * @param isRare - as in `filteredUsers`
 */
export function usersPage(
  db: Db,
  input: Omit<UserListInput, 'cursor'>,
  after: ListPosition | undefined,
  limit: number,
  now: Date,
  isRare = false,
) {
  const { by, descending } = sorts[input.sort];
  const { expression, type } = sortColumns[by];
  const comparison = descending ? sql`<` : sql`>`;
  const users = filteredUsers(db, input, now, isRare);
  const remaining = after
    ? users.where(
        sql<boolean>`(${expression}, users.id) ${comparison} (${after.value}::${type}, ${after.id}::uuid)`,
      )
    : users;
  return remaining
    .selectAll('users')
    .select([
      hasApplied.as('kycSubmitted'),
      isAsked.as('kycAsked'),
      sql<string>`${expression}::text`.as('sortValue'),
    ])
    .orderBy(listOrder(input.sort))
    .limit(limit);
}

export function listOrder(sort: UserSort): RawBuilder<unknown> {
  const { by, descending } = sorts[sort];
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`${sortColumns[by].expression} ${direction}, users.id ${direction}`;
}
