import type Stripe from 'stripe';

export type StripeError = InstanceType<typeof Stripe.errors.StripeError>;
type ErrorKind =
  | 'StripeAPIError'
  | 'StripeAuthenticationError'
  | 'StripeIdempotencyError'
  | 'StripeInvalidRequestError'
  | 'StripePermissionError';

/**
 * Whether Stripe's library threw it. Told by the `type` that Stripe documents and not by its class, since the library is
 * loaded by whoever uses it first (`stripe-client.ts`).
 * @param kinds only these; any unless named
 */
export function isStripeError(error: unknown, ...kinds: readonly ErrorKind[]): error is StripeError {
  if (!(error instanceof Error && 'type' in error && typeof error.type === 'string')) return false;
  const { type } = error;
  return kinds.length === 0 ? type.startsWith('Stripe') : kinds.some((kind) => kind === type);
}
