import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { isMissingAtStripe, isStripeError, paymentsUnavailable } from './stripe-errors.ts';
import { subscriptionExpansions } from './stripe-subscription.ts';

const maxAttempts = 6;
const pauseMs = 300;
/** The maximum number of objects read for a customer or a subscription, newest first. None is expected to have more. */
export const listLimit = 100;

/** @throws DomainError payments_unavailable instead of an SDK error */
export async function askStripe<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (isStripeError(error)) throw paymentsUnavailable(error);
    throw error;
  }
}

/** Like `askStripe`, for an object that may not exist at Stripe. @returns undefined if the object does not exist */
export function askStripeIfKnown<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  return askStripe(async () => {
    try {
      return await call();
    } catch (error) {
      if (isMissingAtStripe(error)) return undefined;
      throw error;
    }
  });
}

/** Repeats a call while another call with the same idempotency key is in progress, up to `maxAttempts` attempts. */
export async function retryWhileInProgress<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const isBusy = isStripeError(error) && error.statusCode === 409;
      if (!isBusy || attempt === maxAttempts) throw error;
      await sleep(pauseMs);
    }
  }
}

/**
 * The session's current state at Stripe, with its payment; undefined if Stripe does not know it.
 * @throws DomainError payments_unavailable
 */
export function retrieveCheckoutSession(
  deps: Pick<Deps, 'stripe'>,
  sessionId: string,
): Promise<Stripe.Checkout.Session | undefined> {
  return askStripeIfKnown(() =>
    deps.stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
  );
}

/** The charge of a session read by `retrieveCheckoutSession`; null while nothing was charged. */
export function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | null {
  const intent = session.payment_intent;
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  return typeof charge === 'object' ? charge : null;
}

/**
 * When the buyer paid a session: for a card, the time of the charge, even if we learn of it after an outage; for any
 * other method, `now`, because its money has only just arrived. Never later than `now`, because Stripe's clock may be
 * ahead.
 */
export function paymentTimeOf(session: Stripe.Checkout.Session, now: Date): Date {
  const charge = chargeOf(session);
  if (charge?.payment_method_details?.type !== 'card') return now;
  return new Date(Math.min(charge.created * 1000, now.getTime()));
}

/**
 * The subscription's current state at Stripe; undefined if Stripe does not know it.
 * @throws DomainError payments_unavailable
 */
export function retrieveSubscription(
  deps: Pick<Deps, 'stripe'>,
  id: string,
): Promise<Stripe.Subscription | undefined> {
  return askStripeIfKnown(() =>
    deps.stripe.subscriptions.retrieve(id, { expand: [...subscriptionExpansions] }),
  );
}

/** The customer; undefined if unknown or deleted at Stripe. @throws DomainError payments_unavailable */
export async function retrieveCustomer(
  deps: Pick<Deps, 'stripe'>,
  id: string,
): Promise<Stripe.Customer | undefined> {
  const customer = await askStripeIfKnown(() => deps.stripe.customers.retrieve(id));
  return customer?.deleted ? undefined : customer;
}

/**
 * All of a customer's subscriptions, including ended ones; empty if Stripe does not know the customer.
 * @throws DomainError payments_unavailable
 */
export async function listSubscriptionsAtStripe(
  deps: Pick<Deps, 'stripe'>,
  customerId: string,
): Promise<Stripe.Subscription[]> {
  const page = await askStripeIfKnown(() =>
    deps.stripe.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: listLimit,
      expand: subscriptionExpansions.map((path) => `data.${path}`),
    }),
  );
  return page?.data ?? [];
}

/** Whether a subscription has a paid invoice other than its latest one. @throws DomainError payments_unavailable */
export function hasPaidEarlier(
  deps: Pick<Deps, 'stripe'>,
  { id, latestInvoiceId }: { id: string; latestInvoiceId: string | null },
): Promise<boolean> {
  return askStripe(async () => {
    const { data } = await deps.stripe.invoices.list({ subscription: id, status: 'paid', limit: 2 });
    return data.some((invoice) => invoice.id !== latestInvoiceId);
  });
}

/**
 * The invoices of a subscription that are newer than the invoice `invoiceId`, the newest first. At most `listLimit`.
 * @param invoiceId - null for all invoices
 * @throws DomainError payments_unavailable
 */
export function listInvoicesSince(
  deps: Pick<Deps, 'stripe'>,
  subscriptionId: string,
  invoiceId: string | null,
): Promise<Stripe.Invoice[]> {
  return askStripe(async () => {
    const { data } = await deps.stripe.invoices.list({ subscription: subscriptionId, limit: listLimit });
    const known = data.findIndex(({ id }) => id === invoiceId);
    return data.slice(0, known === -1 ? undefined : known);
  });
}

/** The charge's current state; undefined if Stripe does not know it. @throws DomainError payments_unavailable */
export function retrieveCharge(deps: Pick<Deps, 'stripe'>, id: string): Promise<Stripe.Charge | undefined> {
  return askStripeIfKnown(() => deps.stripe.charges.retrieve(id));
}

/**
 * The invoice with its payments and its subscription; undefined if Stripe does not know it.
 * @throws DomainError payments_unavailable
 */
export function retrieveInvoice(deps: Pick<Deps, 'stripe'>, id: string): Promise<Stripe.Invoice | undefined> {
  return askStripeIfKnown(() =>
    deps.stripe.invoices.retrieve(id, {
      expand: ['payments.data.payment.payment_intent', 'parent.subscription_details.subscription'],
    }),
  );
}

/**
 * Voids the open invoices of a subscription that has ended: Stripe keeps them payable, and their payment would give no
 * access. Idempotent.
 * @throws DomainError payments_unavailable
 */
export async function voidOpenInvoices(
  deps: Pick<Deps, 'stripe' | 'log'>,
  subscriptionId: string,
): Promise<void> {
  const { data } = await askStripe(() =>
    deps.stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: listLimit }),
  );
  for (const { id } of data) {
    await askStripe(async () => {
      try {
        await deps.stripe.invoices.voidInvoice(id);
      } catch (error) {
        // The invoice was paid or voided in the meantime, or its bank debit is being processed.
        if (!isStripeError(error, 'StripeInvalidRequestError')) throw error;
        deps.log.warn({ err: error, subscriptionId, invoiceId: id }, 'an open invoice could not be voided');
      }
    });
  }
}
