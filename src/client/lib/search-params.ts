import { safeNextPath } from '../../shared/next-path.ts';

/** The search parameters of each route. Unknown and malformed ones are dropped. */

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const authTabs = ['login', 'signup'] as const;
export type AuthSearch = { tab?: (typeof authTabs)[number]; next?: string };

export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  const tab = authTabs.find((known) => known === search.tab);
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

/** All parameters except `tab` belong to a tab. Each panel reads its own and treats others as unset. */
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

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const tab = adminTabs.find((known) => known === search.tab);
  const result: AdminSearch = tab ? { tab } : {};
  for (const name of adminFilters) {
    const value = text(search[name]);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

export type PaymentSuccessSearch = { session_id?: string };

export function readPaymentSuccessSearch(search: Record<string, unknown>): PaymentSuccessSearch {
  const sessionId = text(search.session_id);
  return sessionId ? { session_id: sessionId } : {};
}

/** The string values of the named parameters. */
function texts<Name extends string>(names: readonly Name[]) {
  return (search: Record<string, unknown>): { [name in Name]?: string } => {
    const result: { [name in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string') result[name] = value;
    }
    return result;
  };
}

/** Not validated here: the page reads them with `readPaymentErrorQuery`. */
export const readPaymentErrorSearch = texts(['reason', 'plan', 'amount', 'session_id', 'product']);

/** Not validated here: the page reads them with `readProductSearch`. */
export const readProductsSearch = texts(['q', 'type', 'difficulty', 'owned']);

/** A promotion code and, on the plans page, the plan it applies to. */
export const readCodeSearch = texts(['code', 'plan']);

export type AccountLinkSearch = { token?: string };

/** The token in links of account emails. The server validates it. */
export function readAccountLinkSearch(search: Record<string, unknown>): AccountLinkSearch {
  const token = text(search.token);
  return token ? { token } : {};
}

export type SessionSearch = { at?: number };

/** `?at=751` is the second of the session's video at which a note was taken. */
export function readSessionSearch(search: Record<string, unknown>): SessionSearch {
  const at = Number(search.at);
  return search.at !== undefined && Number.isInteger(at) && at >= 0 && at < 1_000_000 ? { at } : {};
}

export const goalRanges = [30, 90, 365] as const;
export type GoalsSearch = { days?: (typeof goalRanges)[number]; month?: string };

/** The number of days in the chart, and the calendar's month (`YYYY-MM`). */
export function readGoalsSearch(search: Record<string, unknown>): GoalsSearch {
  const days = goalRanges.find((known) => String(known) === String(search.days));
  const month = text(search.month);
  return {
    ...(days && { days }),
    ...(month && /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) && { month }),
  };
}

/** `?case=` is the question that the coach has open, which the server validates; `?view=` is a part of the desk. */
export const readCoachSearch = texts(['case', 'view']);

/** The search text. */
export const readSearchPageSearch = texts(['q']);

/** The filters of the list of hands. Unknown parameters are ignored where the filters are read. */
export type HandsSearch = {
  [name in 'q' | 'position' | 'kind' | 'result' | 'label' | 'starred' | 'odd' | 'from' | 'to']?: string;
};

export function readHandsSearch(search: Record<string, unknown>): HandsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => text(value)));
}

export type HandSearch = { mode?: 'guess' };

export function readHandSearch({ mode }: Record<string, unknown>): HandSearch {
  return mode === 'guess' ? { mode } : {};
}
