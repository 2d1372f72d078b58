import { StripeApiError } from './api-error.ts';
import type { Tables } from './records.ts';
import type { Store } from './store.ts';

type JsonObject = { [key: string]: Json };
type Json = string | number | boolean | null | Json[] | JsonObject;

type Source = { table: keyof Tables } | 'line_items' | 'always_null';

/** What can be expanded in which object; `always_null` belongs to parts of Stripe that the sandbox does not have yet. */
const expandable: Record<string, Record<string, Source>> = {
  'checkout.session': {
    payment_intent: { table: 'paymentIntents' },
    customer: { table: 'customers' },
    line_items: 'line_items',
    invoice: 'always_null',
    setup_intent: 'always_null',
    subscription: 'always_null',
  },
  payment_intent: {
    latest_charge: { table: 'charges' },
    customer: { table: 'customers' },
    review: 'always_null',
  },
  charge: {
    payment_intent: { table: 'paymentIntents' },
    customer: { table: 'customers' },
    balance_transaction: 'always_null',
  },
  price: { product: { table: 'products' } },
};

const maxDepth = 4;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function fill(store: Store, node: JsonObject, field: string, source: Source): void {
  const value = node[field];
  if (source === 'line_items') {
    const id = String(node.id);
    const all = store.get('sessions', id)?.lineItems ?? [];
    node[field] = toJson({
      object: 'list',
      data: all.slice(0, 10),
      has_more: all.length > 10,
      url: `/v1/checkout/sessions/${id}/line_items`,
    });
  } else if (source !== 'always_null' && typeof value === 'string') {
    node[field] = toJson(store.get(source.table, value) ?? null);
  }
}

function expandPath(store: Store, node: Json | undefined, path: readonly string[], full: string): void {
  const [field, ...rest] = path;
  if (field === undefined || !isObject(node)) return;
  const inner = node[field];
  if (node.object === 'list' && field === 'data' && Array.isArray(inner)) {
    for (const item of inner) expandPath(store, item, rest, full);
    return;
  }
  const source = expandable[String(node.object)]?.[field];
  if (source) fill(store, node, field, source);
  else if (!isObject(inner) || typeof inner.object !== 'string' || rest.length === 0) {
    throw new StripeApiError(400, `This property cannot be expanded (${full}).`, {
      code: 'parameter_invalid_expand',
      param: 'expand',
    });
  }
  expandPath(store, node[field], rest, full);
}

/**
 * A JSON copy of `object` with the ids on the paths (`payment_intent.latest_charge`, `data.customer`) replaced by their objects.
 * @throws StripeApiError 400 for paths that Stripe cannot expand or that are deeper than four.
 */
export function expand(store: Store, object: object, paths: readonly string[]): Json {
  const copy = toJson(object);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > maxDepth + 1) {
      throw new StripeApiError(400, `You cannot expand more than ${maxDepth} levels (${path}).`, {
        code: 'parameter_invalid_expand',
        param: 'expand',
      });
    }
    expandPath(store, copy, steps, path);
  }
  return copy;
}
