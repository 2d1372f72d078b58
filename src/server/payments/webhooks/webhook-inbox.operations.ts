import { dayMs } from '../../../shared/durations.ts';
import { maxUnfinished, type WebhookEvent, type Webhooks } from '../../../shared/payments/webhooks.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isLiveMode } from '../stripe/stripe-client.ts';
import {
  countEventTypes,
  findNewestEvents,
  findStripeEvent,
  findUnfinishedEvents,
  reopenStripeEvent,
  type StripeEventRow,
} from './stripe-events.queries.ts';
import { processEvent } from './webhook.operations.ts';

/**
 * The inbox of Stripe's events: the number of events of each type in the last 30 days, the unprocessed events with
 * their last error, oldest first, and the newest events.
 */
export async function getWebhooks(deps: Deps, _actor: AdminActor): Promise<Webhooks> {
  const now = deps.now();
  const [types, unfinished, newest] = await Promise.all([
    deps.figures.get('event types', () => countEventTypes(deps.db, new Date(now.getTime() - 30 * dayMs))),
    findUnfinishedEvents(deps.db, maxUnfinished),
    findNewestEvents(deps.db, 50),
  ]);
  return {
    configured: deps.stripeWebhookSecret !== undefined && deps.stripeWebhookSecret.trim() !== '',
    livemode: isLiveMode(deps),
    lastReceivedAt: newest[0]?.received_at ?? null,
    types,
    unfinished: unfinished.map(presentEvent),
    newest: newest.map(presentEvent),
  };
}

/**
 * Processes an event again. Processing reads the current state from Stripe, so a replay is safe.
 * @returns the event afterwards, with the error if processing failed
 * @throws DomainError not_found
 */
export async function replayEvent(
  deps: Deps,
  actor: AdminActor,
  eventId: string,
  metadata: RequestMetadata,
): Promise<WebhookEvent> {
  const event = await findStripeEvent(deps.db, eventId);
  if (!event) throw notFound('Event');
  await inTransaction(deps.db, async (trx) => {
    await reopenStripeEvent(trx, eventId);
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'stripe_event.replayed',
      subjectType: 'stripe_event',
      subjectId: eventId,
      metadata,
      details: { type: event.type, from: event.status },
    });
  });
  try {
    await processEvent(deps, { ...event, objectId: event.object_id });
  } catch (error) {
    // The admin sees the error in the event itself.
    deps.log.error({ err: error, eventId }, 'the replay of an event failed');
  }
  return presentEvent((await findStripeEvent(deps.db, eventId)) ?? event);
}

function presentEvent(row: StripeEventRow): WebhookEvent {
  return {
    id: row.id,
    type: row.type,
    objectId: row.object_id,
    livemode: row.livemode,
    status: row.status,
    reason: row.reason,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    receivedAt: row.received_at,
  };
}
