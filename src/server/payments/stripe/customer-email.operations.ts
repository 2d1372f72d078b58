import type { Deps } from '../../deps.ts';
import { forgetCustomer } from './stripe-customers.operations.ts';
import { findChangedEmails, storeCustomerEmail } from './stripe-customers.queries.ts';
import { isMissingAtStripe, isStripeError } from './stripe-errors.ts';

const batchSize = 100;
/** After this many failures, Stripe is probably unavailable, and further updates would fail, too. */
const maxFailures = 3;

/**
 * The `update-customers` job: sends changed email addresses to Stripe, so that receipts and the portal use them.
 * Failures are retried in the next run; an address that Stripe rejects is not sent again.
 * @returns how many customers were updated
 * @throws the last failure, at the end of the run
 */
export async function updateCustomerEmails(deps: Deps): Promise<number> {
  let updated = 0;
  const failures: unknown[] = [];
  for (const { id: userId, email, customerId } of await findChangedEmails(deps.db, batchSize)) {
    try {
      await deps.stripe.customers.update(customerId, { email });
      await storeCustomerEmail(deps.db, { userId, customerId, email });
      updated += 1;
    } catch (error) {
      if (isMissingAtStripe(error)) {
        await forgetCustomer(deps, userId, customerId);
      } else if (isStripeError(error, 'StripeInvalidRequestError')) {
        await storeCustomerEmail(deps.db, { userId, customerId, email });
        deps.log.error({ err: error, userId }, 'Stripe rejected a changed email address');
      } else {
        failures.push(error);
        if (failures.length === maxFailures) break;
      }
    }
  }
  if (failures.length > 0) throw failures.at(-1);
  if (updated > 0) deps.log.info({ event: 'customers_updated', updated }, 'changed email addresses sent');
  return updated;
}
