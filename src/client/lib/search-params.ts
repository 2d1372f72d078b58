import { handFilterNames } from '../../shared/hands/hand-search.ts';
import { safeNextPath } from '../../shared/next-path.ts';

// Each exported function reads the search parameters of a route. It drops empty and unknown parameters.

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The values of the named parameters that are not empty. */
function texts<Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>): { [name in Name]?: string } => {
    const result: { [name in Name]?: string } = {};
    for (const name of names) {
      const value = text(search[name]);
      if (value !== undefined) result[name] = value;
    }
    return result;
  };
}

const authTabs = ['login', 'signup'] as const;
export type AuthSearch = { tab?: (typeof authTabs)[number]; next?: string };

export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  const tab = authTabs.find((name) => name === search.tab);
  const next = typeof search.next === 'string' ? safeNextPath(search.next) : undefined;
  return { ...(tab && { tab }), ...(next && { next }) };
}

const adminTabs = [
  'stats',
  'users',
  'kyc',
  'purchases',
  'products',
  'coaching',
  'audit',
  'messages',
  'reports',
  'learning',
  'settings',
  'system',
] as const;
export type AdminTab = (typeof adminTabs)[number];

/**
 * Parameters of individual tabs of the admin page. The panel of a tab reads its own parameters, and treats unknown
 * values as unset.
 */
const adminFilters = [
  'view',
  'status',
  'case',
  'compare',
  'q',
  'type',
  'country',
  'document',
  'flag',
  'assignee',
  'action',
  'actor',
  'subject',
  'plan',
  'role',
  'account',
  'tag',
  'from',
  'to',
  'sort',
] as const;
export type AdminSearch = { tab?: AdminTab } & { [name in (typeof adminFilters)[number]]?: string };

const readAdminFilters = texts(adminFilters);

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const tab = adminTabs.find((name) => name === search.tab);
  return { ...(tab && { tab }), ...readAdminFilters(search) };
}

export const readPaymentSuccessSearch = texts(['session_id']);

/** Not validated here: the page reads them with `readPaymentErrorQuery`. */
export const readPaymentErrorSearch = texts(['reason', 'plan', 'amount', 'session_id', 'product', 'code']);

/** Not validated here: the page reads them with `readProductSearch`. */
export const readProductsSearch = texts(['q', 'type', 'difficulty', 'owned']);

/** A promotion code and, on the plans page, the plan it applies to. */
export const readCodeSearch = texts(['code', 'plan']);

/** The token in links of account emails. The server validates it. */
export const readAccountLinkSearch = texts(['token']);

export type SessionSearch = { at?: number };

/** `?at=751` opens the session's video at that second, for example at the place of a note. */
export function readSessionSearch(search: Record<string, unknown>): SessionSearch {
  const at = Number(search.at);
  return search.at !== undefined && Number.isInteger(at) && at >= 0 && at < 1_000_000 ? { at } : {};
}

export const goalRanges = [30, 90, 365] as const;
export type GoalsSearch = { days?: (typeof goalRanges)[number]; month?: string };

/** The number of days in the chart, and the calendar's month (`YYYY-MM`). */
export function readGoalsSearch(search: Record<string, unknown>): GoalsSearch {
  const days = goalRanges.find((range) => String(range) === String(search.days));
  const month = text(search.month);
  return {
    ...(days && { days }),
    ...(month && /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) && { month }),
  };
}

/**
 * `?question=` is the id of the shown question, which the server validates. `?view=` is a view of the page; the view
 * `read` shows the question without claiming it. The other parameters belong to the list of drills: its filters, and
 * the drill that is edited.
 */
export const readCoachSearch = texts(['question', 'view', 'deck', 'leak', 'list', 'drill']);

/** `?ask=due` starts the drills that are due, `?ask=river-call` the drills of a leak. Not validated here. */
export const readPracticeSearch = texts(['ask']);

/**
 * `?ask=all` starts drills of a deck, as many as fit in the student's minutes per day; `?drill=` starts one drill of
 * the deck.
 */
export const readDeckSearch = texts(['ask', 'drill']);

export const readSearchPageSearch = texts(['q']);

/** The filters of the list of hands. The list ignores unknown values. */
export const readHandsSearch = texts(handFilterNames);

export type HandSearch = { mode?: 'guess' };

export function readHandSearch({ mode }: Record<string, unknown>): HandSearch {
  return mode === 'guess' ? { mode } : {};
}
