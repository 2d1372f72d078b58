import { StripeApiError } from './api-error.ts';
import type { Handler } from './context.ts';
import { retrieveCharge } from './resources/charges.ts';
import {
  createCheckoutSession,
  expireCheckoutSession,
  listCheckoutLineItems,
  listCheckoutSessions,
  retrieveCheckoutSession,
} from './resources/checkout-sessions.ts';
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from './resources/customers.ts';
import { listEvents, retrieveEvent } from './resources/events.ts';
import { retrievePaymentIntent } from './resources/payment-intents.ts';
import { createPrice, retrievePrice } from './resources/prices.ts';
import { createProduct, retrieveProduct } from './resources/products.ts';

type Route = { method: string; pattern: RegExp; handler: Handler };

function route(method: string, path: string, handler: Handler): Route {
  return { method, pattern: new RegExp(`^${path.replaceAll('{id}', '([^/]+)')}$`), handler };
}

/** Every endpoint of the sandbox's API; `{id}` is handed to the handler. */
const routes: readonly Route[] = [
  route('POST', '/v1/checkout/sessions', createCheckoutSession),
  route('GET', '/v1/checkout/sessions', listCheckoutSessions),
  route('GET', '/v1/checkout/sessions/{id}', retrieveCheckoutSession),
  route('POST', '/v1/checkout/sessions/{id}/expire', expireCheckoutSession),
  route('GET', '/v1/checkout/sessions/{id}/line_items', listCheckoutLineItems),
  route('POST', '/v1/customers', createCustomer),
  route('GET', '/v1/customers', listCustomers),
  route('GET', '/v1/customers/{id}', retrieveCustomer),
  route('POST', '/v1/customers/{id}', updateCustomer),
  route('DELETE', '/v1/customers/{id}', deleteCustomer),
  route('GET', '/v1/payment_intents/{id}', retrievePaymentIntent),
  route('GET', '/v1/charges/{id}', retrieveCharge),
  route('GET', '/v1/events', listEvents),
  route('GET', '/v1/events/{id}', retrieveEvent),
  route('POST', '/v1/products', createProduct),
  route('GET', '/v1/products/{id}', retrieveProduct),
  route('POST', '/v1/prices', createPrice),
  route('GET', '/v1/prices/{id}', retrievePrice),
];

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new StripeApiError(400, 'Invalid request: the URL is not encoded correctly.');
  }
}

/** @throws StripeApiError 404 for a path or method that Stripe, or the sandbox, does not have. */
export function findRoute(method: string, path: string): { handler: Handler; ids: string[] } {
  for (const candidate of routes) {
    const match = candidate.method === method ? candidate.pattern.exec(path) : null;
    if (match) return { handler: candidate.handler, ids: match.slice(1).map(decode) };
  }
  throw new StripeApiError(404, `Unrecognized request URL (${method}: ${path.slice(0, 200)}).`);
}
