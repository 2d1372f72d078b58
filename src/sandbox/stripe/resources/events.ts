import { resourceMissing, StripeApiError } from '../api-error.ts';
import type { Context, Handler } from '../context.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { StripeEventObject } from '../records.ts';

/** The event with its current `pending_webhooks`: copies without a 2xx response that are still being retried. */
function withPending(context: Context, event: StripeEventObject): StripeEventObject {
  let pending = 0;
  for (let copy = 0; copy < event.pending_webhooks; copy += 1) {
    if (context.store.get('deliveries', `${event.id}:${copy}`)?.state === 'pending') pending += 1;
  }
  return { ...event, pending_webhooks: pending };
}

/** Whether every copy received a 2xx response. Abandoned and dropped events were not delivered. */
function wasDelivered(context: Context, { id, pending_webhooks: copies }: StripeEventObject): boolean {
  const states = Array.from(
    { length: copies },
    (_, copy) => context.store.get('deliveries', `${id}:${copy}`)?.state,
  );
  return copies > 0 && states.every((state) => state === 'delivered');
}

export const retrieveEvent: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const event = context.store.get('events', id);
  if (!event) throw resourceMissing('event', id, 'id');
  return withPending(context, event);
};

/** Whether a filter matches a type: exactly, or by a trailing wildcard (`checkout.session.*`). */
function matchesType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

export const listEvents: Handler = (context, params) => {
  const type = params.text('type');
  const types = params.texts('types');
  if (type !== undefined && types.length > 0) {
    throw new StripeApiError(400, 'You may only specify one of: type, types.', { param: 'types' });
  }
  const wanted = type === undefined ? types : [type];
  const created = params.range('created');
  const deliverySuccess = params.boolean('delivery_success');
  const isDelivered = (event: StripeEventObject) => wasDelivered(context, event);
  const matching = context.store
    .values('events')
    .filter((event) => wanted.length === 0 || wanted.some((pattern) => matchesType(event.type, pattern)))
    .filter((event) => isInRange(event.created, created))
    .filter((event) => deliverySuccess === undefined || isDelivered(event) === deliverySuccess)
    .map((event) => withPending(context, event))
    .reverse();
  const page = listPage(matching, params, '/v1/events');
  params.rejectUnread();
  return page;
};
