import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { getSettings } from '../../settings/settings.operations.ts';

type TaxParams = Pick<Stripe.Checkout.SessionCreateParams, 'automatic_tax' | 'customer_update'>;

/**
 * Enables Stripe Tax if the setting `automaticTax` is on. Stripe determines the tax from the buyer's address, and saves
 * the address on an existing customer for renewals.
 */
export async function taxParams(deps: Deps, hasCustomer: boolean): Promise<TaxParams> {
  if (!(await getSettings(deps)).automaticTax) return {};
  return { automatic_tax: { enabled: true }, ...(hasCustomer && { customer_update: { address: 'auto' } }) };
}
