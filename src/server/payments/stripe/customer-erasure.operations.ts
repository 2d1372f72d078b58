import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { askStripeIfKnown, listSubscriptionsAtStripe } from './stripe-calls.ts';
import { findCustomersOf } from './stripe-customers.queries.ts';
import { isFinal } from './stripe-subscription.ts';

const daySeconds = 24 * 60 * 60;

type CustomerErasure = { userId: string; customerId: string };

/**
 * Queues the deletion of the user's Stripe customers, to run after `trx` has committed. Call it before the step that
 * clears the ids of these customers.
 */
export async function queueCustomerErasure(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  userId: string,
): Promise<void> {
  for (const customerId of await findCustomersOf(trx, userId)) {
    await deps.jobs.enqueue(trx, 'erase-customer', { userId, customerId });
  }
}

/**
 * The `erase-customer` job: deletes name, email address and cards at Stripe. Deleting a customer ends its subscriptions
 * immediately, so the job waits, a day at a time, until the last paid period has ended. Invoices and payments remain at
 * Stripe, as the law requires. Idempotent.
 * @throws DomainError payments_unavailable; the job is retried
 */
export async function eraseCustomer(deps: Deps, erasure: CustomerErasure): Promise<void> {
  const { userId, customerId } = erasure;
  const subscriptions = await listSubscriptionsAtStripe(deps, customerId);
  if (subscriptions.some(({ status }) => !isFinal(status))) {
    await inTransaction(deps.db, (trx) => deps.jobs.enqueue(trx, 'erase-customer', erasure, daySeconds));
    return;
  }
  if (!(await askStripeIfKnown(() => deps.stripe.customers.del(customerId)))) return;
  await recordAudit(deps.db, {
    actorId: null,
    action: 'user.payment_customer_erased',
    subjectType: 'user',
    subjectId: userId,
  });
  deps.log.info({ event: 'customer_erased', userId }, 'a customer was deleted at Stripe');
}
