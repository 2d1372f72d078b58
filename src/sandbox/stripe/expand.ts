import { StripeApiError } from './api-error.ts';
import { expandable, type Source } from './expandable.ts';
import type { Store } from './store.ts';

type JsonObject = { [key: string]: Json };
type Json = string | number | boolean | null | Json[] | JsonObject;

const maxDepth = 4;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function fill(store: Store, node: JsonObject, field: string, ownerId: string, source: Source): void {
  const value = node[field];
  if (Array.isArray(value) && typeof source === 'string') {
    const inTable = source === 'always_null' ? undefined : source;
    node[field] = value.map((id) =>
      inTable && typeof id === 'string' ? toJson(store.get(inTable, id) ?? null) : id,
    );
    return;
  }
  if (typeof source === 'function') {
    if (value === undefined || typeof value === 'string') {
      node[field] = toJson(source(store, String(value), ownerId));
    }
  } else if (source !== 'always_null' && typeof value === 'string') {
    node[field] = toJson(store.get(source, value) ?? null);
  }
}

/** The object that a path is relative to (the last one with a type of its own), and the path from it. */
type Owner = { type: string; id: string; way: string };

function expandPath(
  store: Store,
  node: Json | undefined,
  path: readonly string[],
  full: string,
  from?: Owner,
): void {
  const [field, ...rest] = path;
  if (field === undefined || !isObject(node)) return;
  const inner = node[field];
  if (node.object === 'list' && field === 'data' && Array.isArray(inner)) {
    for (const item of inner) expandPath(store, item, rest, full);
    return;
  }
  const owner: Owner =
    typeof node.object === 'string' || !from
      ? { type: String(node.object), id: String(node.id), way: field }
      : { ...from, way: `${from.way}.${field}` };
  const sources = expandable[owner.type] ?? {};
  const source = sources[owner.way];
  const leadsOn = Object.keys(sources).some((known) => known.startsWith(`${owner.way}.`));
  if (source) fill(store, node, field, owner.id, source);
  else if (!leadsOn && (!isObject(inner) || typeof inner.object !== 'string' || rest.length === 0)) {
    throw new StripeApiError(400, `This property cannot be expanded (${full}).`, {
      code: 'parameter_invalid_expand',
      param: 'expand',
    });
  }
  const found = node[field];
  for (const next of Array.isArray(found) ? found : [found]) expandPath(store, next, rest, full, owner);
}

/**
 * A JSON copy of `object` in which the IDs on the paths (`payment_intent.latest_charge`, `data.customer`) are
 * replaced by their objects.
 * @throws StripeApiError 400 for paths that Stripe cannot expand or that are deeper than four levels.
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
