import { AsyncLocalStorage } from 'node:async_hooks';
import type Stripe from 'stripe';

/** When the time of the enclosing `withTimeBudget` ends, in `performance.now()` time. */
const deadline = new AsyncLocalStorage<number>();
/** An attempt that would have less time is not started. */
const minAttemptMs = 500;
/** The SDK's delay before its retry. */
const retryDelayMs = 1_000;

/**
 * Limits the total time of all Stripe calls in `work`, retries included. After this time, a call fails as if Stripe
 * were unavailable.
 */
export function withTimeBudget<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  return deadline.run(performance.now() + milliseconds, work);
}

/** The SDK's own HTTP client, with a timeout per attempt that leaves enough time for one retry. */
export function budgetedStripeClient(client: Stripe.HttpClient): Stripe.HttpClient {
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, data, protocol, timeout) => {
    const endsAt = deadline.getStore() ?? Infinity;
    const each = Math.min(timeout, (endsAt - performance.now() - retryDelayMs) / 2);
    if (each < minAttemptMs) throw new Error('The time for calls to Stripe is used up');
    return send(host, port, path, method, headers, data, protocol, Math.floor(each));
  };
  return client;
}
