import {
  accountStates,
  type UserKycFilter,
  type UserListInput,
  type UserSort,
  userKycFilters,
  userSorts,
} from '../../../../shared/admin/admin-users.ts';
import { isCalendarDay } from '../../../../shared/calendar-day.ts';
import { roles, subscriptionPlans } from '../../../../shared/enums.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { kycStatusLabels } from '../../../lib/status-labels.ts';

/** Reads the filters and the sort order of the user list from the URL. Unknown values are ignored. */
export function readUserSearch(search: AdminSearch): UserListInput {
  const parse = <Value extends string>(values: readonly Value[], text: string | undefined) =>
    values.find((value) => value === text);
  const kyc = parse(userKycFilters, search.status);
  const plan = parse(subscriptionPlans, search.plan);
  const role = parse(roles, search.role);
  const account = parse(accountStates, search.account);
  return {
    sort: parse(userSorts, search.sort) ?? 'newest',
    ...(search.q && { q: search.q.slice(0, 100) }),
    ...(kyc && { kyc }),
    ...(plan && { plan }),
    ...(role && { role }),
    ...(account && { account }),
    ...(search.tag && { tag: search.tag.slice(0, 40) }),
    ...(search.from && isCalendarDay(search.from) && { from: search.from }),
    ...(search.to && isCalendarDay(search.to) && { to: search.to }),
  };
}

/** Whether any filter is set. The sort order does not count. */
export function isFiltered({ sort: _sort, ...filters }: UserListInput): boolean {
  return Object.keys(filters).length > 0;
}

export const kycFilterLabels: Record<UserKycFilter, string> = {
  not_submitted: 'Not submitted',
  pending: kycStatusLabels.pending.label,
  approved: kycStatusLabels.approved.label,
  rejected: kycStatusLabels.rejected.label,
  requires_review: kycStatusLabels.requires_review.label,
};

export const sortLabels: Record<UserSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  name_desc: 'Name, Z to A',
  seen: 'Last seen, newest first',
  seen_asc: 'Last seen, oldest first',
  spent: 'Most spent first',
  spent_asc: 'Least spent first',
};

export const accountStateLabels = {
  active: { label: 'Active', tone: 'success' },
  suspended: { label: 'Suspended', tone: 'danger' },
  leaving: { label: 'Deletion scheduled', tone: 'warning' },
} as const;
