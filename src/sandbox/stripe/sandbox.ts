import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { StripeApi } from './api.ts';
import { serveApiRequest } from './api-http.ts';
import { settleDebit } from './billing/collect-invoice.ts';
import { advanceBilling, runBilling } from './billing/renewals.ts';
import { authenticate, type PayResult, payByCard, payDelayed, settleDelayed } from './checkout-payment.ts';
import { billingSeconds, type Context, find } from './context.ts';
import { serveDevelopmentPage } from './development-page.ts';
import type { RecordedRequest, SandboxFaults } from './faults.ts';
import { serveHostedPage } from './hosted-page.ts';
import { serveInvoicePage, serveReceiptPage } from './invoice-page.ts';
import { servePortalPage } from './portal-page.ts';
import type { StripeEventObject, Tables, WireInvoice, WireSubscription } from './records.ts';
import { expireDueSessions, expireSession } from './resources/checkout-sessions.ts';
import {
  closeDispute,
  type DisputeOptions,
  type DisputeOutcome,
  escalateInquiry,
  openDispute,
} from './resources/disputes.ts';
import { failRefund } from './resources/refunds.ts';
import { Store } from './store.ts';
import { cardDigits } from './test-cards.ts';
import { WebhookDelivery, type WebhookEndpoint } from './webhook-delivery.ts';

const second = 1000;
const defaultRetryDelaysMs = [
  second,
  5 * second,
  30 * second,
  2 * minuteMs,
  10 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
];

/** The URL path that returns the file path of the journal. The file path shows to which academy the sandbox belongs. */
export const journalUrlPath = '/sandbox/journal';

type StripeSandboxOptions = {
  /** 0 = any free port (default). */
  port?: number;
  /** The address to listen on; default 127.0.0.1. */
  host?: string;
  /** The host name in the URLs of its pages; default localhost. */
  hostname?: string;
  /** Append-only JSON lines; absent = memory only. One process at a time may use it. */
  journalPath?: string;
  /** The time in ms; default Date.now. Signatures contain it as their timestamp. */
  now?: () => number;
  /** Delays in ms between attempts to deliver an event. If the attempt after the last delay fails, no more follow. */
  retryDelaysMs?: readonly number[];
  /**
   * The longest time in ms that a paying buyer waits for the webhook before the redirect; default 3 s (Stripe: 10 s).
   */
  redirectCapMs?: number;
  log?: (message: string) => void;
};

export type StripeSandbox = {
  /** For the SDK: http://127.0.0.1:{port}. */
  url: string;
  /** For browsers. */
  publicUrl: string;
  port: number;
  close(): Promise<void>;
  faults: SandboxFaults;
  /** The latest API requests, oldest first, at most 10,000. */
  requests: readonly RecordedRequest[];
  sessions(): Stripe.Checkout.Session[];
  charges(): Stripe.Charge[];
  events(): StripeEventObject[];
  subscriptions(): WireSubscription[];
  invoices(): WireInvoice[];
  refunds(): Stripe.Refund[];
  disputes(): Stripe.Dispute[];
  /** The billing clock, used by subscriptions, their schedules and invoices; everything else uses the real clock. */
  clock: {
    /** In ms. */
    now(): number;
    /**
     * Advances the clock and processes the renewals, retries and cancellations that become due.
     * @throws RangeError if `ms` is negative or not finite
     */
    advance(ms: number): void;
  };
  /**
   * Pays a session as the hosted page does. `card`: a card number (default: a test card that succeeds) or `delayed`.
   */
  pay(sessionId: string, card?: string): Promise<PayResult>;
  /** Completes or fails the bank's authentication. */
  authenticate(sessionId: string, isConfirmed: boolean): Promise<PayResult>;
  /** Settles a delayed payment. @returns the event's ID. */
  settleDelayed(sessionId: string, isPaid: boolean): string;
  /** Expires a session, as the API's endpoint does. @throws StripeApiError unless the session is open. */
  expire(sessionId: string): Stripe.Checkout.Session;
  /** Declines the next `count` attempts to collect a renewal, regardless of the card. */
  failRenewals(count: number): void;
  /** Makes the next `count` charges of stored payment methods bank debits, which are processing until `settleDebit`. */
  delayDebits(count: number): void;
  /** Settles the debit that pays an invoice. @throws StripeApiError 400 if none is processing */
  settleDebit(invoiceId: string, isPaid: boolean): void;
  /** Opens a dispute of a charge, by default over the amount not yet refunded. An inquiry withdraws no funds. */
  dispute(chargeId: string, reason?: string, options?: DisputeOptions): Stripe.Dispute;
  /** Escalates an inquiry to a chargeback. */
  escalateInquiry(disputeId: string): Stripe.Dispute;
  /** Closes a dispute with the bank's decision. */
  closeDispute(disputeId: string, outcome: DisputeOutcome): Stripe.Dispute;
  /** Fails a refund: the bank returns the funds. */
  failRefund(refundId: string): Stripe.Refund;
  setWebhook(webhook: WebhookEndpoint): void;
  /** Resolves when every due delivery has been attempted. */
  settled(): Promise<void>;
};

/**
 * Starts a local replacement for the parts of Stripe that one-off and subscription sales need, including hosted pages.
 */
export async function startStripeSandbox(options: StripeSandboxOptions = {}): Promise<StripeSandbox> {
  const now = options.now ?? Date.now;
  const log = options.log ?? (() => {});
  const store = new Store(options.journalPath);
  const faults: SandboxFaults = {};
  const requests: RecordedRequest[] = [];
  let publicUrl = '';
  const retryDelaysMs = options.retryDelaysMs ?? defaultRetryDelaysMs;
  const delivery = new WebhookDelivery({ store, now, log, retryDelaysMs });
  const context: Context = {
    store,
    now,
    faults,
    publicUrl: () => publicUrl,
    schedule: (eventId) => delivery.schedule(eventId),
    request: null,
    billing: { failRenewals: 0, delayDebits: 0 },
  };
  const runDueWork = () => {
    expireDueSessions(context);
    runBilling(context);
  };
  const api = new StripeApi(context);
  const redirectCapMs = options.redirectCapMs ?? 3 * second;
  const waitForAcknowledgement = (eventId: string) => delivery.firstAttempt(eventId, redirectCapMs);

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    runDueWork();
    const url = incoming.url ?? '/';
    if (url === journalUrlPath) response.end(options.journalPath);
    else if (url.startsWith('/c/'))
      await serveHostedPage(context, incoming, response, waitForAcknowledgement);
    else if (url.startsWith('/i/')) await serveInvoicePage(context, incoming, response);
    else if (url.startsWith('/r/')) serveReceiptPage(context, incoming, response);
    else if (url.startsWith('/p/')) await servePortalPage(context, incoming, response);
    else if (/^\/sandbox(\/|$|\?)/.test(url)) await serveDevelopmentPage(context, incoming, response);
    else await serveApiRequest(incoming, response, { api, requests });
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (incoming.errored) return;
      log(`The sandbox failed at ${incoming.method} ${incoming.url}: ${error}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'api_error', message: 'The sandbox failed.' } }));
    });
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1', listening.resolve);
  try {
    await listening.promise;
  } catch (error) {
    await delivery.close();
    store.close();
    throw error;
  }
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  publicUrl = `http://${options.hostname ?? 'localhost'}:${port}`;
  const clockTimer = setInterval(() => {
    try {
      runDueWork();
    } catch (error) {
      log(`The sandbox could not do the work that was due: ${error}`);
    }
  }, second);
  clockTimer.unref();

  async function afterPayment(result: PayResult): Promise<PayResult> {
    if (result.status === 'paid' || result.status === 'processing')
      await waitForAcknowledgement(result.eventId);
    return result;
  }

  const values = <Table extends keyof Tables>(table: Table) => structuredClone(store.values(table));
  return {
    url: `http://127.0.0.1:${port}`,
    publicUrl,
    port,
    faults,
    requests,
    sessions: () => values('sessions').map(({ session }) => session),
    charges: () => values('charges'),
    events: () => values('events'),
    subscriptions: () => values('subscriptions').map(({ subscription }) => subscription),
    invoices: () => values('invoices'),
    refunds: () => values('refunds'),
    disputes: () => values('disputes'),
    clock: {
      now: () => billingSeconds(context) * 1000,
      advance: (ms) => advanceBilling(context, ms),
    },
    pay: async (sessionId, card = '4242424242424242') => {
      runDueWork();
      const details = find(context, 'sessions', sessionId).session.customer_details;
      const payer = { email: details?.email ?? 'buyer@example.test', name: details?.name ?? 'Test Buyer' };
      return afterPayment(
        card === 'delayed'
          ? payDelayed(context, sessionId, payer)
          : payByCard(context, sessionId, cardDigits(card), payer),
      );
    },
    authenticate: async (sessionId, isConfirmed) => {
      runDueWork();
      return afterPayment(authenticate(context, sessionId, isConfirmed));
    },
    settleDelayed: (sessionId, isPaid) => settleDelayed(context, sessionId, isPaid),
    expire: (sessionId) => store.transaction(() => expireSession(context, sessionId)),
    failRenewals: (count) => {
      context.billing.failRenewals = count;
    },
    delayDebits: (count) => {
      context.billing.delayDebits = count;
    },
    settleDebit: (invoiceId, isPaid) => store.transaction(() => settleDebit(context, invoiceId, isPaid)),
    dispute: (chargeId, reason = 'fraudulent', options = {}) =>
      store.transaction(() => openDispute(context, chargeId, reason, options)),
    escalateInquiry: (disputeId) => store.transaction(() => escalateInquiry(context, disputeId)),
    closeDispute: (disputeId, outcome) => store.transaction(() => closeDispute(context, disputeId, outcome)),
    failRefund: (refundId) => store.transaction(() => failRefund(context, refundId)),
    setWebhook: (webhook) => delivery.setEndpoint(webhook),
    settled: () => {
      runDueWork();
      return delivery.settled();
    },
    close: async () => {
      clearInterval(clockTimer);
      const closing = Promise.withResolvers<void>();
      server.close(() => closing.resolve());
      server.closeAllConnections();
      await delivery.close();
      await closing.promise;
      store.close();
    },
  };
}
