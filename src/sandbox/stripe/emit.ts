import { type Context, nowSeconds } from './context.ts';
import { newId } from './ids.ts';
import type { EventObjects, SandboxEventType, StripeEventObject } from './records.ts';

/** The API version that the sandbox speaks, in answers and in events. */
export const apiVersion = '2026-10-28.endive';

/**
 * Records an event and its deliveries inside the caller's transaction; they are sent once it is committed.
 * @returns the event's id.
 */
export function emit<Type extends SandboxEventType>(
  context: Context,
  type: Type,
  object: EventObjects[Type],
  previous?: Record<string, unknown>,
): string {
  const event: StripeEventObject = {
    id: newId.event(),
    object: 'event',
    api_version: apiVersion,
    created: nowSeconds(context),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 0,
    request: {
      id: context.request?.id ?? null,
      idempotency_key: context.request?.idempotencyKey ?? null,
    },
    type,
  };
  const copies = context.faults.onEvent?.(event) ?? [{}];
  context.store.put('events', event.id, { ...event, pending_webhooks: copies.length });
  for (const [index, copy] of copies.entries()) {
    const id = `${event.id}:${index}`;
    context.store.put('deliveries', id, {
      id,
      eventId: event.id,
      state: 'pending',
      attempts: 0,
      dueAt: context.now() + (copy.delayMs ?? 0),
      lastStatus: null,
      ...(copy.payload && { payload: copy.payload }),
    });
    context.store.afterCommit(() => context.schedule(id));
  }
  return event.id;
}
