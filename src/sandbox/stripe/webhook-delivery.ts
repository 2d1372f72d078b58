import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { DeliveryRecord, StripeEventObject } from './records.ts';
import type { Store } from './store.ts';

export type WebhookEndpoint = { url: string; secret: string };

type Options = {
  store: Store;
  /** Milliseconds. */
  now: () => number;
  retryDelaysMs: readonly number[];
  log: (message: string) => void;
};

/** How long the webhook may take to respond, in milliseconds. */
const timeoutMs = 20_000;

/**
 * Sends events to the webhook as Stripe does: signed, in no particular order, possibly more than once, retried until
 * the webhook responds with 2xx or the delays are used up. Redirects count as failures. Pending deliveries are read
 * from the store, so they survive a restart. Without an endpoint, events stay pending.
 */
export class WebhookDelivery {
  readonly #options: Options;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #aborter = new AbortController();
  #endpoint: WebhookEndpoint | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Sets or changes the endpoint and sends the pending events. */
  setEndpoint(endpoint: WebhookEndpoint): void {
    this.#endpoint = endpoint;
    for (const { eventId } of this.#pending()) this.schedule(eventId);
  }

  schedule(eventId: string): void {
    const record = this.#pendingRecord(eventId);
    if (!record || !this.#endpoint || this.#aborter.signal.aborted) return;
    clearTimeout(this.#timers.get(eventId));
    const wait = Math.max(0, record.dueAt - this.#options.now());
    const timer = setTimeout(() => {
      this.#attempt(eventId).catch((error: unknown) => this.#options.log(`Delivery failed: ${error}`));
    }, wait);
    this.#timers.set(eventId, timer);
  }

  /** Resolves when no delivery is in progress or due; later retries stay scheduled. */
  async settled(): Promise<void> {
    for (;;) {
      const now = this.#options.now();
      const due = this.#endpoint
        ? this.#pending().filter((record) => record.dueAt <= now || this.#inFlight.has(record.eventId))
        : [];
      if (due.length === 0) return;
      await Promise.all(due.map((record) => this.#attempt(record.eventId)));
    }
  }

  /**
   * Resolves when the first attempt to deliver an event has ended, or after `capMs`; immediately without an endpoint.
   */
  async firstAttempt(eventId: string, capMs: number): Promise<void> {
    if (!this.#endpoint) return;
    const first = this.#pendingRecord(eventId);
    if (first?.attempts !== 0) return;
    const cap = Promise.withResolvers<void>();
    const timer = setTimeout(cap.resolve, capMs);
    await Promise.race([this.#attempt(eventId), cap.promise]);
    clearTimeout(timer);
  }

  /** Stops all timers and requests. Pending deliveries stay in the store. */
  async close(): Promise<void> {
    this.#aborter.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#inFlight.values());
  }

  #pendingRecord(id: string): DeliveryRecord | undefined {
    const record = this.#options.store.get('deliveries', id);
    return record?.state === 'pending' ? record : undefined;
  }

  #pending(): DeliveryRecord[] {
    return this.#options.store.values('deliveries').filter((record) => record.state === 'pending');
  }

  /** Attempts a delivery. If an attempt is already in progress, returns the promise of that attempt. */
  #attempt(id: string): Promise<void> {
    const running = this.#inFlight.get(id);
    if (running) return running;
    const attempt = this.#attemptOnce(id).finally(() => this.#inFlight.delete(id));
    this.#inFlight.set(id, attempt);
    return attempt;
  }

  async #attemptOnce(id: string): Promise<void> {
    const { store, now, retryDelaysMs, log } = this.#options;
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    const before = this.#pendingRecord(id);
    const event = before && store.get('events', id);
    if (!before || !event) return;
    const status = await this.#post(event);
    const record = this.#pendingRecord(id);
    if (!record || this.#aborter.signal.aborted) return;
    const attempts = record.attempts + 1;
    const delay = retryDelaysMs[attempts - 1];
    const state = isSuccess(status) ? 'delivered' : delay === undefined ? 'abandoned' : 'pending';
    store.transaction(() =>
      store.put('deliveries', id, {
        ...record,
        attempts,
        state,
        dueAt: now() + (delay ?? 0),
      }),
    );
    if (state === 'delivered') return;
    log(
      `${event.type} ${event.id}: the webhook responded with ${status || 'nothing'}` +
        (state === 'pending' ? `, next attempt in ${delay} ms` : ', abandoned'),
    );
    this.schedule(id);
  }

  /** @returns the HTTP status of the response; 0 if there is none before the timeout */
  #post(event: StripeEventObject): Promise<number> {
    const endpoint = this.#endpoint;
    if (!endpoint) throw new Error('The sandbox has no webhook endpoint');
    const payload = JSON.stringify(event, null, 2);
    const timestamp = Math.floor(this.#options.now() / 1000);
    const signature = createHmac('sha256', endpoint.secret).update(`${timestamp}.${payload}`).digest('hex');
    const { promise, resolve } = Promise.withResolvers<number>();
    const send = endpoint.url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(endpoint.url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.any([this.#aborter.signal, AbortSignal.timeout(timeoutMs)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(payload),
        'stripe-signature': `t=${timestamp},v1=${signature}`,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
    });
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    request.on('error', () => resolve(0));
    request.end(payload);
    return promise;
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
