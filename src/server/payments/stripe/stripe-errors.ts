import type Stripe from 'stripe';
import { DomainError } from '../../errors.ts';

export type StripeError = InstanceType<typeof Stripe.errors.StripeError>;
type ErrorKind =
  | 'StripeAPIError'
  | 'StripeAuthenticationError'
  | 'StripeCardError'
  | 'StripeIdempotencyError'
  | 'StripeInvalidRequestError'
  | 'StripePermissionError'
  | 'StripeSignatureVerificationError';

/**
 * Whether Stripe's library threw the error. Decided by the documented `type`, not the class, because the library is
 * loaded lazily (`stripe-client.ts`).
 * @param kinds - the types of errors to accept; all if omitted
 */
export function isStripeError(error: unknown, ...kinds: readonly ErrorKind[]): error is StripeError {
  if (!(error instanceof Error && 'type' in error && typeof error.type === 'string')) return false;
  const { type } = error;
  return kinds.length === 0 ? type.startsWith('Stripe') : kinds.some((kind) => kind === type);
}

/** True for `resource_missing`: an object of the request does not exist in this account and mode. */
export function isMissingAtStripe(error: unknown): boolean {
  return isStripeError(error) && error.code === 'resource_missing';
}

/**
 * Whether the error is the stored response to an earlier call with the same idempotency key. Stripe repeats it for a
 * day, even if the call would succeed by now.
 */
export function isReplayedError(error: unknown): boolean {
  const cause = error instanceof DomainError ? error.cause : error;
  return isStripeError(cause) && cause.headers?.['idempotent-replayed'] === 'true';
}

/** A 503 for the user; the cause is logged. */
export function paymentsUnavailable(cause?: unknown): DomainError {
  return new DomainError(
    'payments_unavailable',
    'The payment provider cannot be reached right now, please try again in a moment',
    { cause, retryAfterSeconds: 5 },
  );
}

/** The error for a product's payment page that could not be opened. */
export function checkoutUnavailable(cause?: unknown): DomainError {
  return new DomainError(
    'payments_unavailable',
    'Failed to create purchase session: the payment provider cannot be reached right now, please try again',
    { cause, retryAfterSeconds: 5 },
  );
}
