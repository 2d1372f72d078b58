import type Stripe from 'stripe';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { fulfillIfPurchase } from '../checkout/fulfillment.operations.ts';
import { isLiveMode } from '../stripe/stripe-client.ts';
import { isStripeError } from '../stripe/stripe-errors.ts';
import { type EventHandler, type EventOutcome, ignored } from './event-outcome.ts';
import { refundEventHandlers } from './refund-events.operations.ts';
import { markStripeEventDone, markStripeEventFailed, receiveStripeEvent } from './stripe-events.queries.ts';
import { settleSubscriptionSession, subscriptionEventHandlers } from './subscription-events.operations.ts';

/** The fields of an event that are used. The state of its object is read from Stripe, not from the payload. */
const eventSchema = z.object({
  id: z.string().regex(/^evt_\w{1,250}$/),
  object: z.literal('event'),
  type: z.string().min(1).max(200),
  created: z.int().positive(),
  livemode: z.boolean(),
  api_version: z.string().max(100).nullish(),
  data: z.object({ object: z.looseObject({ id: z.string().max(255).optional() }) }),
});

const handlers: Readonly<Record<string, EventHandler>> = {
  'checkout.session.completed': settleSession,
  'checkout.session.async_payment_succeeded': settleSession,
  'checkout.session.async_payment_failed': settleSession,
  'checkout.session.expired': settleSession,
  ...refundEventHandlers,
  ...subscriptionEventHandlers,
};

/** The event types to request from Stripe. */
export const handledEventTypes: readonly string[] = Object.keys(handlers);

/**
 * Receives a request to Stripe's webhook. The event is stored first and marked as processed only after its effect. A
 * crash or failure in between leaves the event `received`. Such an event is processed when Stripe delivers it again, or
 * by `pullEvents`, which lists Stripe's events.
 * @param rawBody - the signed bytes
 * @throws DomainError payments_unavailable without a secret, invalid_input for an invalid signature or an unreadable
 * body; any error of the processing itself
 */
export async function receiveEvent(
  deps: Deps,
  rawBody: Buffer,
  signatureHeader: string | string[] | undefined,
): Promise<{ status: 'processed' | 'ignored' }> {
  return acceptEvent(deps, verifyEvent(deps, rawBody, signatureHeader));
}

/**
 * Receives an event that was delivered, or read from Stripe's list of events.
 * @throws DomainError invalid_input for an unknown shape; any error of the processing itself
 */
export async function acceptEvent(
  deps: Deps,
  received: Stripe.Event,
): Promise<{ status: 'processed' | 'ignored' }> {
  const { success, data: event } = eventSchema.safeParse(received);
  if (!success) throw rejection(deps, 'unknown shape');
  const objectId = validId(event.data.object.id);
  const { status } = await receiveStripeEvent(deps.db, {
    id: event.id,
    type: event.type,
    object_id: objectId,
    livemode: event.livemode,
    api_version: event.api_version ?? null,
    created_at: new Date(event.created * 1000),
    received_at: deps.now(),
  });
  if (status !== 'received') return { status };
  return processEvent(deps, { ...event, objectId });
}

/** Stripe's ids contain only letters, digits and underscores. With an empty id, Stripe would return a list. */
function validId(id: string | undefined): string | null {
  return id !== undefined && /^\w+$/.test(id) ? id : null;
}

/** The fields of an inbox event that its processing needs. */
type StoredEvent = { id: string; type: string; livemode: boolean; objectId: string | null };

/**
 * Processes an event that is in the inbox as `received`, and stores the result. Idempotent.
 * @throws any error of the processing itself; the event then stays `received`
 */
export async function processEvent(
  deps: Deps,
  event: StoredEvent,
): Promise<{ status: 'processed' | 'ignored' }> {
  try {
    const outcome = await dispatch(deps, event);
    await markStripeEventDone(deps.db, event.id, outcome, deps.now());
    return { status: outcome.status };
  } catch (error) {
    await markStripeEventFailed(deps.db, event.id, error instanceof Error ? error.message : 'unknown error');
    throw error;
  }
}

function verifyEvent(deps: Deps, rawBody: Buffer, header: string | string[] | undefined): Stripe.Event {
  if (deps.stripeWebhookSecret === undefined || deps.stripeWebhookSecret.trim() === '') {
    throw new DomainError('payments_unavailable', 'The webhook has no secret to check signatures with');
  }
  try {
    if (typeof header !== 'string') throw new Error('there is no single signature header');
    return deps.stripe.webhooks.constructEvent(
      rawBody,
      header,
      deps.stripeWebhookSecret,
      // Stripe's own tolerance of 300 s; never configurable, because 0 or NaN would disable it.
      undefined,
      undefined,
      deps.now().getTime(),
    );
  } catch (error) {
    throw rejection(deps, rejectionReason(error));
  }
}

/**
 * Why the SDK rejected the signature: the first sentence of its error, such as “Timestamp outside the tolerance zone”.
 * For other errors, only the name, because their messages may quote the payload.
 */
function rejectionReason(error: unknown): string {
  if (isStripeError(error, 'StripeSignatureVerificationError')) return error.message.split(/[.\n]/, 1).join();
  return error instanceof Error ? error.name : 'unknown';
}

function rejection(deps: Deps, reason: string): DomainError {
  deps.log.warn({ event: 'webhook_rejected', reason }, 'webhook rejected');
  return new DomainError('invalid_input', 'The signature or the form of this event is not valid');
}

async function dispatch(deps: Deps, event: StoredEvent): Promise<EventOutcome> {
  if (event.livemode !== isLiveMode(deps)) {
    deps.log.error({ eventId: event.id, livemode: event.livemode }, 'received an event of the other mode');
    return ignored('event of the other mode');
  }
  const handler = Object.hasOwn(handlers, event.type) ? handlers[event.type] : undefined;
  if (!handler) return ignored('type not used');
  return event.objectId === null ? ignored('no object id') : handler(deps, event.objectId);
}

/** Updates the purchase or subscription of a Checkout Session, so that it agrees with Stripe. */
export async function settleSession(deps: Deps, sessionId: string): Promise<EventOutcome> {
  const found = await fulfillIfPurchase(deps, sessionId);
  if (!found.completed) return settleSubscriptionSession(deps, found.session);
  const { status } = found.completed;
  return status === 'not_a_purchase' ? ignored(status) : { status: 'processed', reason: status };
}
