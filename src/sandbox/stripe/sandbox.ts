import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { StripeApi } from './api.ts';
import { StripeApiError } from './api-error.ts';
import { serveApiRequest } from './api-http.ts';
import { runBilling } from './billing/renewals.ts';
import { authenticate, type PayResult, payByCard, payDelayed, testExpiry } from './checkout-payment.ts';
import type { BillingSettings, Context } from './context.ts';
import { type SandboxControls, sandboxControls } from './controls.ts';
import { settleDelayed } from './delayed-settlement.ts';
import { serveDevelopmentPage } from './development-page.ts';
import type { RecordedRequest, SandboxFaults } from './faults.ts';
import { serveHostedPage } from './hosted-page.ts';
import { serveInvoicePage } from './invoice-page.ts';
import { servePortalPage } from './portal-page.ts';
import { lapsePromotions } from './promotions.ts';
import { serveReceiptPage } from './receipt-page.ts';
import type { StripeEventObject } from './records.ts';
import { expireSession, lapseSessions, sessionRecord } from './resources/checkout-sessions.ts';
import { Store } from './store.ts';
import { cardDigits } from './test-cards.ts';
import { WebhookDelivery, type WebhookEndpoint } from './webhook-delivery.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const defaultRetryDelaysMs = [
  second,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
];

/** Returns the path of the journal, which identifies the academy that the sandbox belongs to. */
export const journalAddress = '/sandbox/journal';

export type StripeSandboxOptions = {
  /** 0 = any free port (default). Always on 127.0.0.1. */
  port?: number;
  /** Append-only JSON lines; absent = memory only. One process at a time may use it. */
  journalPath?: string;
  /** Where signed events are sent; absent = they are stored until `setWebhook` is called. */
  webhook?: WebhookEndpoint;
  /** ms; default Date.now. Also the timestamp in signatures. */
  now?: () => number;
  /** Delays between attempts to deliver an event; after the last one it is abandoned. */
  retryDelaysMs?: readonly number[];
  /** How long the webhook may take to respond; default 20 s. */
  webhookTimeoutMs?: number;
  /** How long a paying buyer waits for the webhook before being redirected; default 3 s (Stripe: 10 s). */
  redirectCapMs?: number;
  /** Base URL of the hosted pages; default http://localhost:{port}. */
  publicUrl?: string;
  /** Retries after a declined renewal; default after 3, 5 and 7 days, then the subscription is canceled. */
  billing?: Partial<Pick<BillingSettings, 'retryDays' | 'afterRetries'>>;
  log?: (message: string) => void;
};

export type StripeSandbox = SandboxControls & {
  /** For the SDK: http://127.0.0.1:{port}. */
  url: string;
  port: number;
  close(): Promise<void>;
  faults: SandboxFaults;
  /** Every API request, oldest first (the last 10,000 at most). */
  requests: readonly RecordedRequest[];
  sessions(): Stripe.Checkout.Session[];
  charges(): Stripe.Charge[];
  events(): StripeEventObject[];
  /** Presses the hosted page's Pay button. `card`: a test card number (default 4242…) or `delayed`. */
  pay(sessionId: string, card?: string): Promise<PayResult>;
  /** Completes or fails the bank's authentication. */
  authenticate(sessionId: string, confirmed: boolean): Promise<PayResult>;
  /** Settles a delayed payment. @returns the event's ID. */
  settleDelayed(sessionId: string, paid: boolean): string;
  /** Same as the expire endpoint. @throws StripeApiError unless the session is open. */
  expire(sessionId: string): Stripe.Checkout.Session;
  setWebhook(webhook: WebhookEndpoint): void;
  /** Sends an event again, immediately. @returns the webhook's status; 0 = no response. */
  deliver(eventId: string): Promise<number>;
  /** Resolves when every due delivery has been attempted. */
  settled(): Promise<void>;
};

/** Starts a stand-in for the part of Stripe that one-off and subscription sales need, with its hosted pages. */
export async function startStripeSandbox(options: StripeSandboxOptions = {}): Promise<StripeSandbox> {
  const now = options.now ?? Date.now;
  const log = options.log ?? (() => {});
  const store = new Store(options.journalPath);
  const faults: SandboxFaults = {};
  const ledger: RecordedRequest[] = [];
  let publicUrl = options.publicUrl?.replace(/\/+$/, '') ?? '';
  const delivery = new WebhookDelivery(
    {
      store,
      now,
      log,
      retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs,
      timeoutMs: options.webhookTimeoutMs ?? 20 * second,
    },
    options.webhook,
  );
  const context: Context = {
    store,
    now,
    faults,
    publicUrl: () => publicUrl,
    schedule: (deliveryId) => delivery.schedule(deliveryId),
    request: null,
    billing: { retryDays: [3, 5, 7], afterRetries: 'cancel', failRenewals: 0, ...options.billing },
  };
  const passTime = () => {
    lapseSessions(context);
    lapsePromotions(context);
    runBilling(context);
  };
  const api = new StripeApi(context);
  const redirectCapMs = options.redirectCapMs ?? 3 * second;
  const acknowledged = (eventId: string) => delivery.firstAttempt(eventId, redirectCapMs);

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    passTime();
    const url = incoming.url ?? '/';
    if (url === journalAddress) response.end(options.journalPath);
    else if (url.startsWith('/c/')) await serveHostedPage(context, incoming, response, acknowledged);
    else if (url.startsWith('/i/')) await serveInvoicePage(context, incoming, response);
    else if (url.startsWith('/r/')) serveReceiptPage(context, incoming, response);
    else if (url.startsWith('/p/')) await servePortalPage(context, incoming, response);
    else if (/^\/sandbox(\/|$|\?)/.test(url)) await serveDevelopmentPage(context, incoming, response);
    else await serveApiRequest(incoming, response, { api, ledger, now });
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
  server.listen(options.port ?? 0, '127.0.0.1', listening.resolve);
  try {
    await listening.promise;
  } catch (error) {
    await delivery.close();
    store.close();
    throw error;
  }
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  publicUrl ||= `http://localhost:${port}`;
  const clockTimer = setInterval(() => {
    try {
      passTime();
    } catch (error) {
      log(`The sandbox could not do what its clock asks for: ${error}`);
    }
  }, second);
  clockTimer.unref();

  async function afterPayment(result: PayResult): Promise<PayResult> {
    if (result.status === 'paid' || result.status === 'processing') await acknowledged(result.eventId);
    return result;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    ...sandboxControls(context),
    faults,
    requests: ledger,
    sessions: () => structuredClone(store.values('sessions').map(({ session }) => session)),
    charges: () => structuredClone(store.values('charges')),
    events: () => structuredClone(store.values('events')),
    pay: async (sessionId, card = '4242424242424242') => {
      passTime();
      const details = sessionRecord(context, sessionId).session.customer_details;
      const payer = { email: details?.email ?? 'buyer@example.test', name: details?.name ?? 'Test Buyer' };
      const entry = { number: cardDigits(card), ...testExpiry(context) };
      return afterPayment(
        card === 'delayed'
          ? payDelayed(context, sessionId, payer)
          : payByCard(context, sessionId, entry, payer),
      );
    },
    authenticate: async (sessionId, confirmed) => {
      passTime();
      return afterPayment(authenticate(context, sessionId, confirmed));
    },
    settleDelayed: (sessionId, paid) => settleDelayed(context, sessionId, paid),
    expire: (sessionId) =>
      store.transaction(() => {
        const record = sessionRecord(context, sessionId);
        if (record.session.status !== 'open') throw new StripeApiError(400, 'This session is not open.');
        return structuredClone(expireSession(context, record).session);
      }),
    setWebhook: (webhook) => delivery.setEndpoint(webhook),
    deliver: (eventId) => delivery.deliver(eventId),
    settled: () => {
      passTime();
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
