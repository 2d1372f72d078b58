import { AsyncLocalStorage } from 'node:async_hooks';
import type Stripe from 'stripe';

/** When the calls of a request must be over, by `performance.now()`. */
const endOfBudget = new AsyncLocalStorage<number>();
/** A try with less time is not begun. */
const shortestTry = 500;
/** The SDK's pause before its retry. */
const pause = 1_000;

/**
 * Gives everything that `work` asks of Stripe so much time together, retries included. When it is used up a call fails
 * as if Stripe could not be reached.
 */
export function withTimeBudget<Answer>(milliseconds: number, work: () => Promise<Answer>): Promise<Answer> {
  return endOfBudget.run(performance.now() + milliseconds, work);
}

/** The SDK's own client, with no try longer than what leaves time for another one. */
export function budgetedStripeClient(client: Stripe.HttpClient): Stripe.HttpClient {
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, data, protocol, timeout) => {
    const endsAt = endOfBudget.getStore() ?? Infinity;
    const each = Math.min(timeout, (endsAt - performance.now() - pause) / 2);
    if (each < shortestTry) throw new Error('The time for calls to the payment provider is used up');
    return send(host, port, path, method, headers, data, protocol, Math.floor(each));
  };
  return client;
}
