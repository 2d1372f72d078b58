import type { SandboxFaults } from './faults.ts';
import type { ParamReader } from './params.ts';
import type { Store } from './store.ts';

export type BillingSettings = {
  /** Days from each failed attempt to the next one. */
  retryDays: readonly number[];
  /** What becomes of a subscription when the last attempt has failed. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due';
  /** So many renewals to come are declined, whatever the card. */
  failRenewals: number;
};

/** What every resource works with. */
export type Context = {
  store: Store;
  /** ms */
  now: () => number;
  /** Base of the hosted pages, without a slash at its end. */
  publicUrl: () => string;
  faults: SandboxFaults;
  /** Called with the id of each delivery that a committed transaction has added. */
  schedule: (deliveryId: string) => void;
  /** The API request that causes what happens; null on the hosted page and for timers. */
  request: { id: string; idempotencyKey: string | undefined } | null;
  billing: BillingSettings;
  /** Set while the billing clock passes this moment (seconds). */
  billingAt?: number;
};

/** Answers one request. A refusal is thrown, which undoes everything, or returned, which keeps what was done. */
export type Handler = (context: Context, params: ParamReader, ids: readonly string[]) => object;

/** Now in whole seconds, as Stripe writes times. */
export function nowSeconds(context: Context): number {
  return Math.floor(context.now() / 1000);
}

/**
 * Now by the billing clock, in seconds. Subscriptions and invoices live by it; sessions, payments and events live by the
 * real one, so that a shop whose own clock was not moved can go on selling.
 */
export function billingSeconds(context: Context): number {
  if (context.billingAt !== undefined) return context.billingAt;
  const offset = context.store.get('clocks', 'billing')?.offsetMs ?? 0;
  return Math.floor((context.now() + offset) / 1000);
}
