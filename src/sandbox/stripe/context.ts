import { resourceMissing } from './api-error.ts';
import type { RecordedRequest, SandboxFaults } from './faults.ts';
import type { ParamReader } from './params.ts';
import type { Tables } from './records.ts';
import type { Store } from './store.ts';

/** The dependencies of endpoints, hosted pages and timers. */
export type Context = {
  store: Store;
  /** The real clock, in milliseconds since the epoch. */
  now: () => number;
  /** Base URL of the hosted pages, without a trailing slash. */
  publicUrl: () => string;
  faults: SandboxFaults;
  /** Called with the ID of each event that a committed transaction has added. */
  schedule: (eventId: string) => void;
  /** The API request that is being served; null for the hosted pages and for timers. */
  request: RecordedRequest | null;
  /**
   * `failRenewals`: how many of the next attempts to collect a renewal are declined, regardless of the card;
   * `delayDebits`: how many of the next charges of stored methods are bank debits, which are processing until they are
   * settled.
   */
  billing: { failRenewals: number; delayDebits: number };
  /** Set while a renewal, retry or cancellation is processed: the time at which it was due, in seconds. */
  billingAt?: number;
};

/**
 * Handles one request to an endpoint; `ids` are the ids in the URL path. An error that the handler throws rolls all its
 * changes back; an error that the handler returns keeps them.
 */
export type Handler = (context: Context, params: ParamReader, ids: readonly string[]) => object;

/** The current time in whole seconds, Stripe's format. */
export function nowSeconds(context: Context): number {
  return Math.floor(context.now() / 1000);
}

/**
 * The current time by the billing clock, in seconds: the real time plus what a developer or a test has advanced it by.
 * Subscriptions, their schedules and invoices use this clock. Everything else uses the real clock, so that advancing
 * the billing clock does not expire payment pages.
 */
export function billingSeconds(context: Context): number {
  if (context.billingAt !== undefined) return context.billingAt;
  const offset = context.store.get('clocks', 'billing')?.offsetMs ?? 0;
  return Math.floor((context.now() + offset) / 1000);
}

/** Stripe's names of the resources, for error messages. */
const names = {
  sessions: 'checkout.session',
  paymentIntents: 'payment_intent',
  charges: 'charge',
  customers: 'customer',
  products: 'product',
  prices: 'price',
  paymentMethods: 'PaymentMethod',
  subscriptions: 'subscription',
  invoices: 'invoice',
  refunds: 'refund',
  disputes: 'dispute',
  files: 'file upload',
  earlyFraudWarnings: 'early_fraud_warning',
  schedules: 'subscription_schedule',
  coupons: 'coupon',
  promotionCodes: 'promotion code',
} as const;

/**
 * The stored resource with this ID.
 * @param param - the parameter that contains the ID; absent if the URL path contains it
 * @throws StripeApiError `resource_missing`: status 404 if the URL path contains the ID, 400 if a parameter does
 */
export function find<Table extends keyof typeof names>(
  context: Context,
  table: Table,
  id: string,
  param?: string,
): Tables[Table] {
  const found = context.store.get(table, id);
  if (!found) throw resourceMissing(names[table], id, param);
  return found;
}

/** The endpoint that retrieves a resource by its ID. */
export function retrieve(table: keyof typeof names): Handler {
  return (context, params, [id = '']) => {
    params.rejectUnread();
    return find(context, table, id);
  };
}
