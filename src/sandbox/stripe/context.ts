import type { SandboxFaults } from './faults.ts';
import type { ParamReader } from './params.ts';
import type { Store } from './store.ts';

export type BillingSettings = {
  /** Days from each failed attempt to the next. */
  retryDays: readonly number[];
  /** The state of a subscription after the last attempt has failed. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due';
  /** Number of upcoming renewals that are declined regardless of the card. */
  failRenewals: number;
};

/** The dependencies of every resource. */
export type Context = {
  store: Store;
  /** ms */
  now: () => number;
  /** Base URL of the hosted pages, without a trailing slash. */
  publicUrl: () => string;
  faults: SandboxFaults;
  /** Called with the ID of each delivery that a committed transaction has added. */
  schedule: (deliveryId: string) => void;
  /** The API request that is being served; null for the hosted pages and for timers. */
  request: { id: string; idempotencyKey: string | undefined } | null;
  billing: BillingSettings;
  /** The time that the billing clock is processing, in seconds; absent otherwise. */
  billingAt?: number;
};

/** Handles one request. A thrown error rolls everything back; a returned error keeps the changes. */
export type Handler = (context: Context, params: ParamReader, ids: readonly string[]) => object;

/** The current time in whole seconds, Stripe's format. */
export function nowSeconds(context: Context): number {
  return Math.floor(context.now() / 1000);
}

/**
 * The current time by the billing clock, in seconds. Subscriptions and invoices use this clock; sessions, payments
 * and events use the real one, so that a shop whose own clock was not advanced can continue to sell.
 */
export function billingSeconds(context: Context): number {
  if (context.billingAt !== undefined) return context.billingAt;
  const offset = context.store.get('clocks', 'billing')?.offsetMs ?? 0;
  return Math.floor((context.now() + offset) / 1000);
}
