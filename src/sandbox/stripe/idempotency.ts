import { createHash } from 'node:crypto';
import { dayMs } from '../../shared/durations.ts';
import { StripeApiError } from './api-error.ts';
import type { RecordedRequest } from './faults.ts';
import type { RawParams } from './form-encoding.ts';
import type { IdempotencyRecord } from './records.ts';
import type { Store } from './store.ts';

/** Stripe can remove keys once they are at least 24 hours old: https://docs.stripe.com/api/idempotent_requests */
const retentionMs = dayMs;

function canonical(params: RawParams): string {
  const entries = Object.entries(params).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : canonical(value)]),
  );
}

export function hashParams(params: RawParams): string {
  return createHash('sha256').update(canonical(params)).digest('hex');
}

/** The effective key: Stripe ignores keys except on POST requests. */
export function effectiveKey(request: RecordedRequest): string | undefined {
  const key = request.method === 'POST' ? request.idempotencyKey : undefined;
  if (key === undefined || key.length <= 255) return key;
  throw new StripeApiError(400, 'Idempotency keys can be up to 255 characters.', {
    type: 'idempotency_error',
  });
}

/**
 * Finds the saved response for this key, if any.
 * @throws StripeApiError 400 `idempotency_error` when the key was first used for a different request.
 */
export function findSaved(
  store: Store,
  key: string,
  request: RecordedRequest,
  now: number,
): IdempotencyRecord | undefined {
  store.forgetIdempotencyKeysBefore(now - retentionMs);
  const saved = store.get('idempotencyKeys', key);
  if (!saved) return undefined;
  const difference =
    saved.endpoint !== `${request.method} ${request.path}`
      ? `for the same endpoint they were first used for ('${saved.endpoint}')`
      : saved.paramsHash !== hashParams(request.params)
        ? 'with the same parameters they were first used with'
        : undefined;
  if (difference === undefined) return saved;
  throw new StripeApiError(
    400,
    `Keys for idempotent requests can only be used ${difference}. ` +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );
}

export function keyInUse(key: string): StripeApiError {
  return new StripeApiError(
    409,
    `There is currently another in-progress request using this idempotency key: ${key}. Please try again later.`,
    { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  );
}
