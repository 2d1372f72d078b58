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

export const adminTabs = ['stats', 'kyc', 'purchases', 'products'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** `status`, `case`, `q` and `type` belong to a tab; each panel reads what it knows and takes the rest as unset. */
export type AdminSearch = { tab?: AdminTab; status?: string; case?: string; q?: string; type?: string };

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const tab = adminTabs.find((known) => known === search.tab);
  const result: AdminSearch = tab ? { tab } : {};
  for (const name of ['status', 'case', 'q', 'type'] as const) {
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
