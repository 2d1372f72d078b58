import type { Deps } from '../../deps.ts';
import { isMissingAtStripe } from './stripe-calls.ts';
import { forgetCustomer } from './stripe-customers.operations.ts';
import { findChangedAddresses, storeCustomerEmail } from './stripe-customers.queries.ts';
import { isStripeError } from './stripe-errors.ts';

const batchSize = 100;
/** With Stripe down, further ones only wait. */
const mostFailures = 3;

/**
 * The `update-customers` job: tells Stripe the addresses that have changed here, however they did, so that its receipts
 * and its portal do not go on with the old one. What fails is tried again by the next run; an address that Stripe refuses
 * is not sent twice.
 * @returns how many customers have another address now
 * @throws the last failure, once the others are done
 */
export async function updateCustomerAddresses(deps: Deps): Promise<number> {
  let updated = 0;
  const failures: unknown[] = [];
  for (const { id: userId, email, customerId } of await findChangedAddresses(deps.db, batchSize)) {
    try {
      await deps.stripe.customers.update(customerId, { email });
      await storeCustomerEmail(deps.db, { userId, customerId, email });
      updated += 1;
    } catch (error) {
      if (isMissingAtStripe(error)) {
        await forgetCustomer(deps, userId, customerId);
        continue;
      }
      if (!isStripeError(error, 'StripeInvalidRequestError')) {
        failures.push(error);
        if (failures.length === mostFailures) break;
        continue;
      }
      await storeCustomerEmail(deps.db, { userId, customerId, email });
      deps.log.error({ err: error, userId }, 'the payment provider does not take a changed address');
    }
  }
  if (failures.length > 0) throw failures.at(-1);
  if (updated > 0) deps.log.info({ event: 'customers_updated', updated }, 'changed addresses told');
  return updated;
}
