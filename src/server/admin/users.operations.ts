import { z } from 'zod';
import {
  type UserList,
  type UserListInput,
  type UserPage,
  usersPerPage,
} from '../../shared/admin/admin-users.ts';
import { plansOf } from '../access/current-plan.operations.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { pageOf, unknownPage } from '../platform/db/paging.ts';
import { readJson } from '../platform/json-text.ts';
import {
  countUsers,
  type ListedUserRow,
  type ListPosition,
  type UserFilter,
  usersPage,
} from './user-list.queries.ts';
import {
  countLiveSessions,
  findAccount,
  findApplicationsOf,
  findDecisionsOf,
  findNotes,
  findProgressOf,
} from './user-page.queries.ts';
import { rareLimit } from './user-plan.queries.ts';
import { findTagsOf } from './user-tags.queries.ts';
import { presentAccount, presentApplication, presentListedUser, presentNote } from './users.present.ts';

const timestampPattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00(:00)?$/;

/** The format of a cursor's value, by sort order. The values of all other orders are times. */
const valuePatterns: Record<string, RegExp> = { name: /^/, spent: /^-?\d{1,15}$/ };

const cursorSchema = z.object({ sort: z.string(), value: z.string().max(250), id: z.uuid() });

/** One page of the user list. @throws DomainError invalid_input for a malformed cursor or one of another sort order */
export async function listUsers(deps: Deps, _actor: AdminActor, input: UserListInput): Promise<UserList> {
  const now = deps.now();
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor, input.sort);
  const { cursor, sort: _sort, ...filter } = input;
  const isRare = await hasFewMatches(deps, filter);
  const [rows, counted] = await Promise.all([
    usersPage(deps.db, input, after, usersPerPage + 1, now, isRare).execute(),
    cursor === undefined ? countMatches(deps, filter) : undefined,
  ]);
  const page = pageOf(rows, usersPerPage, (last) => encodeCursor(last, input.sort));
  const ids = page.items.map((row) => row.id);
  const [planOf, tagsOf] = await Promise.all([plansOf(deps, ids), findTagsOf(deps.db, ids)]);
  return {
    ...page,
    items: page.items.map((row) => presentListedUser(row, planOf(row.id), tagsOf(row.id))),
    total: counted?.total ?? null,
  };
}

function countMatches(deps: Deps, filter: UserFilter): Promise<{ total: number }> {
  return deps.figures.get(`users ${JSON.stringify(filter)}`, () => countUsers(deps.db, filter, deps.now()));
}

/**
 * Whether a filter by plan, tag or pending application matches few users. The result changes only the query plan, so a
 * cached count is enough.
 */
export async function hasFewMatches(deps: Deps, filter: UserFilter): Promise<boolean> {
  const { plan, tag, kyc } = filter;
  if ((plan === undefined || plan === 'free') && tag === undefined && kyc !== 'pending') return false;
  return (await countMatches(deps, filter)).total <= rareLimit;
}

function encodeCursor({ sortValue: value, id }: ListedUserRow, sort: string): string {
  return Buffer.from(JSON.stringify({ sort, value, id })).toString('base64url');
}

function decodeCursor(text: string, sort: UserListInput['sort']): ListPosition {
  const cursor = cursorSchema.safeParse(readJson(Buffer.from(text, 'base64url').toString()));
  const pattern = valuePatterns[sort.replace(/_(asc|desc)$/, '')] ?? timestampPattern;
  if (!cursor.success || cursor.data.sort !== sort || !pattern.test(cursor.data.value)) {
    throw unknownPage();
  }
  return cursor.data;
}

/** The user page, without the history and the subscription. @throws DomainError not_found */
export async function getUserPage(deps: Deps, _actor: AdminActor, id: string): Promise<UserPage> {
  const now = deps.now();
  const user = await findAccount(deps.db, id);
  if (!user) throw notFound('User');
  const [applications, decisions, planOf, tagsOf, sessions, progress, notes] = await Promise.all([
    findApplicationsOf(deps.db, id),
    findDecisionsOf(deps.db, id),
    plansOf(deps, [id]),
    findTagsOf(deps.db, [id]),
    countLiveSessions(deps.db, id, now),
    findProgressOf(deps.db, id),
    findNotes(deps.db, id),
  ]);
  const listed = presentListedUser(
    {
      ...user,
      kycSubmitted: applications.length > 0,
      kycAsked: applications.some((application) => application.waits_for_applicant),
    },
    planOf(id),
    tagsOf(id),
  );
  return {
    account: presentAccount(user, listed, applications[0], sessions),
    applications: applications.map((application) => presentApplication(application, decisions)),
    progress,
    notes: notes.map(presentNote),
  };
}
