import { StripeApiError } from './api-error.ts';
import type { Store } from './store.ts';

type JsonObject = { [key: string]: Json };
type Json = string | number | boolean | null | Json[] | JsonObject;

/**
 * The expandable fields by the type of their object. An object without a type, such as the `payment` of an invoice
 * payment, is identified by the name of the field that contains it.
 * @param ownerId - the id of the object that has the field
 */
const expandable: Record<string, (store: Store, id: string, ownerId: string) => unknown> = {
  'checkout.session.payment_intent': (store, id) => store.get('paymentIntents', id),
  'payment_intent.latest_charge': (store, id) => store.get('charges', id),
  'subscription.latest_invoice': (store, id) => store.get('invoices', id),
  'subscription.schedule': (store, id) => store.get('schedules', id),
  'subscription_details.subscription': (store, id) => store.get('subscriptions', id)?.subscription,
  'invoice.payments': (store, _id, ownerId) => ({
    object: 'list',
    data: store.values('invoicePayments').filter(({ invoice }) => invoice === ownerId),
    has_more: false,
  }),
  'payment.payment_intent': (store, id) => store.get('paymentIntents', id),
  'promotion.coupon': (store, id) => store.get('coupons', id),
  'price.product': (store, id) => store.get('products', id),
};

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function expandPath(store: Store, node: Json | undefined, steps: readonly string[], name: string): void {
  const [field, ...rest] = steps;
  if (field === undefined || !isObject(node)) return;
  const load = expandable[`${node.object ?? name}.${field}`];
  const value = node[field];
  if (load && (value === undefined || typeof value === 'string')) {
    node[field] = JSON.parse(JSON.stringify(load(store, String(value), String(node.id)) ?? null));
  } else if (!load && rest.length === 0) {
    throw new StripeApiError(400, `This property cannot be expanded (${field}).`, {
      code: 'parameter_invalid_expand',
      param: 'expand',
    });
  }
  const found = node[field];
  for (const next of Array.isArray(found) ? found : [found]) expandPath(store, next, rest, field);
}

/**
 * A JSON copy of `object` in which the IDs on the paths (`payment_intent.latest_charge`, `data.schedule`) are replaced
 * by their objects.
 * @throws StripeApiError 400 for a path that the sandbox cannot expand.
 */
export function expand(store: Store, object: object, paths: readonly string[]): unknown {
  const copy: Json = JSON.parse(JSON.stringify(object));
  for (const path of paths) expandPath(store, copy, path.split('.'), '');
  return copy;
}
