import { safeNextPath } from '../../shared/next-path.ts';

/** What each route keeps in the address. Anything unknown or malformed falls out, so that a page never sees it. */

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export const authTabs = ['login', 'signup'] as const;
export type AuthSearch = { tab?: (typeof authTabs)[number]; next?: string };

export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  const tab = authTabs.find((known) => known === search.tab);
  const next = typeof search.next === 'string' ? safeNextPath(search.next) : undefined;
  return { ...(tab && { tab }), ...(next && { next }) };
}

export const adminTabs = ['stats', 'kyc', 'purchases', 'products', 'audit'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** All but `tab` belong to a tab; each panel reads what it knows and takes the rest as unset. */
const adminFilters = [
  'status',
  'case',
  'q',
  'type',
  'country',
  'document',
  'flag',
  'assignee',
  'action',
  'actor',
  'subject',
] as const;
export type AdminSearch = { tab?: AdminTab } & { [name in (typeof adminFilters)[number]]?: string };

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const tab = adminTabs.find((known) => known === search.tab);
  const result: AdminSearch = tab ? { tab } : {};
  for (const name of adminFilters) {
    // `q=42` arrives as a number.
    const value = typeof search[name] === 'number' ? String(search[name]) : text(search[name]);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

export type ProductsSearch = { q?: string };

export function readProductsSearch(search: Record<string, unknown>): ProductsSearch {
  const q = text(search.q);
  return q ? { q } : {};
}

export type PaymentSuccessSearch = { session_id?: string };

export function readPaymentSuccessSearch(search: Record<string, unknown>): PaymentSuccessSearch {
  const sessionId = text(search.session_id);
  return sessionId ? { session_id: sessionId } : {};
}

/** Unchecked texts: the page reads them through `readPaymentErrorQuery` (D-54). */
export type PaymentErrorSearch = { reason?: string; plan?: string; amount?: string; session_id?: string };

export function readPaymentErrorSearch(search: Record<string, unknown>): PaymentErrorSearch {
  const result: PaymentErrorSearch = {};
  for (const name of ['reason', 'plan', 'amount', 'session_id'] as const) {
    const value = search[name];
    if (typeof value === 'string' || typeof value === 'number') result[name] = String(value);
  }
  return result;
}

export type AccountLinkSearch = { token?: string };

/** What the links of account mails carry; the server checks it. */
export function readAccountLinkSearch(search: Record<string, unknown>): AccountLinkSearch {
  const token = text(search.token);
  return token ? { token } : {};
}
