import type Stripe from 'stripe';

/** One call of the SDK: its method path and arguments. */
export type RecordedCall = { path: string; sent: unknown[] };

/** Wraps the SDK and appends each method call to `calls`, except for `webhooks`, which calls no API. */
export function recordCalls(stripe: Stripe, calls: RecordedCall[]): Stripe {
  return recorded(stripe, '', calls);
}

function recorded<Part extends object>(part: Part, path: string, calls: RecordedCall[]): Part {
  return new Proxy(part, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      const below = path === '' ? String(key) : `${path}.${String(key)}`;
      if (typeof value === 'function') {
        return (...sent: unknown[]) => {
          if (!below.startsWith('webhooks.')) calls.push({ path: below, sent });
          return Reflect.apply(value, target, sent);
        };
      }
      return typeof value === 'object' && value !== null ? recorded(value, below, calls) : value;
    },
  });
}

/** The property paths in a body, such as `a.b` and `a.c.0.d`, without values. */
export function namesIn(value: unknown, above = ''): string[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [above];
  return Object.entries(value).flatMap(([key, inner]) =>
    namesIn(inner, above === '' ? key : `${above}.${key}`),
  );
}
