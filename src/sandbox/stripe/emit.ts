import { type Context, nowSeconds } from './context.ts';
import { newId } from './ids.ts';
import { type EventObjects, resource, type StripeEventObject } from './records.ts';

/** The API version of the sandbox's responses and events. */
export const apiVersion = '2026-10-28.endive';

/**
 * Records an event and its delivery inside the caller's transaction; the event is sent after the transaction is
 * committed.
 * @returns the event's id.
 */
export function emit<Type extends keyof EventObjects>(
  context: Context,
  type: Type,
  object: EventObjects[Type],
): string {
  const id = newId.event();
  const event = resource<Omit<StripeEventObject, 'data'>>({
    id,
    object: 'event',
    api_version: apiVersion,
    created: nowSeconds(context),
    livemode: false,
    type,
  });
  context.store.put('events', id, { ...event, data: { object } });
  context.store.put('deliveries', id, { eventId: id, state: 'pending', attempts: 0, dueAt: context.now() });
  context.store.afterCommit(() => context.schedule(id));
  return id;
}
