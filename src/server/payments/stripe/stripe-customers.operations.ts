import { hourMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import { notSignedIn } from '../../errors.ts';
import { academyMark } from './academy-mark.ts';
import { askStripe, retryWhileInProgress } from './stripe-calls.ts';
import { clearCustomerId, findCustomer, storeCustomerId } from './stripe-customers.queries.ts';

/**
 * The user's Stripe customer, created if there is none. A customer that was not stored because of a crash is found by
 * its metadata.
 * @param lastId - the customer that the caller got before. If that customer has been forgotten, its id becomes part of
 * the idempotency key, because Stripe would return the deleted customer again for the former key
 * @throws DomainError not_signed_in for a deleted account, payments_unavailable
 */
export async function ensureCustomer(deps: Deps, userId: string, lastId?: string): Promise<string> {
  const user = await findCustomer(deps.db, userId);
  if (!user) throw notSignedIn();
  if (user.customerId !== null) return user.customerId;
  const customer = await askStripe(async () => {
    const known = await deps.stripe.customers.list({ email: user.email, limit: 100 });
    const own = known.data.find(({ metadata }) => metadata.userId === userId);
    if (own) return own;
    // Stripe repeats a stored failure under its key for a day, so the key changes every hour.
    const lastIdOrHour = lastId ?? Math.floor(deps.now().getTime() / hourMs);
    return retryWhileInProgress(() =>
      deps.stripe.customers.create(
        { email: user.email, metadata: { userId, academy: academyMark(deps) } },
        { idempotencyKey: `customer:${userId}:${lastIdOrHour}` },
      ),
    );
  });
  await storeCustomerId(deps.db, userId, { id: customer.id, email: user.email });
  const stored = await findCustomer(deps.db, userId);
  if (!stored) throw notSignedIn();
  return stored.customerId ?? customer.id;
}

/** Forgets a customer that was deleted at Stripe: the next call of `ensureCustomer` creates a new one. */
export async function forgetCustomer(deps: Deps, userId: string, customerId: string): Promise<void> {
  deps.log.warn({ userId, customerId }, 'Stripe no longer knows this customer');
  await clearCustomerId(deps.db, userId, customerId);
}
