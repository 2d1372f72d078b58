import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { getSettings } from '../../settings/settings.operations.ts';

type TaxParams = Pick<Stripe.Checkout.SessionCreateParams, 'automatic_tax' | 'customer_update'>;

/**
 * Has Stripe work out the tax that is in the price, if the owner has registered for it. Stripe goes by the buyer's
 * address, which a known customer keeps from then on for the renewals.
 */
export async function taxParams(deps: Deps, hasCustomer: boolean): Promise<TaxParams> {
  if (!(await getSettings(deps)).automaticTax) return {};
  return { automatic_tax: { enabled: true }, ...(hasCustomer && { customer_update: { address: 'auto' } }) };
}
