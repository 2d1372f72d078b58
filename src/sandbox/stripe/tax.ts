import { StripeApiError } from './api-error.ts';
import type { ParamReader } from './params.ts';
import type { WirePrice } from './records.ts';

/** Every buyer of the sandbox lives in the Netherlands, with 21 % value-added tax. */
const ratePercent = 21;

export const taxBehaviors = ['inclusive', 'exclusive', 'unspecified'] as const;

/** The tax within a total that includes it, in cents. */
export function includedTax(total: number): number {
  return Math.max(0, Math.round((total * ratePercent) / (100 + ratePercent)));
}

/**
 * Reads `automatic_tax`. A customer needs an address, which Checkout stores if `customer_update[address]` is `auto`.
 * @throws StripeApiError 400 for prices without a tax behavior, for exclusive prices, which the sandbox does not
 * support, and for a customer if `customer_update[address]` is not `auto`
 */
export function readAutomaticTax(
  params: ParamReader,
  behavior: WirePrice['tax_behavior'],
  hasCustomer: boolean,
): boolean {
  const isEnabled = params.object('automatic_tax')?.boolean('enabled') ?? false;
  const address = params.object('customer_update')?.oneOf('address', ['auto', 'never']);
  if (!isEnabled) return false;
  if (behavior !== 'inclusive') {
    throw new StripeApiError(
      400,
      'You need to define the `tax_behavior` of the price as `inclusive` to use automatic tax.',
      { param: 'automatic_tax' },
    );
  }
  if (hasCustomer && address !== 'auto') {
    throw new StripeApiError(
      400,
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Set `customer_update[address]` to 'auto'.",
      { code: 'customer_tax_location_invalid' },
    );
  }
  return true;
}
