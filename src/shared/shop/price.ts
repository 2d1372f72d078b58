import { z } from 'zod';
import { limits } from '../limits.ts';
import { formatCents } from '../money.ts';

/** The price of a new product before an admin changes it, in US cents. */
export const initialPriceCents = { pdf: 999, session: 1999 } as const;

/**
 * Why a product cannot have this price, in whole US cents. 0 is free; Stripe rejects other amounts below its minimum.
 * @returns undefined for an acceptable price
 */
export function priceProblem(cents: number): string | undefined {
  if (cents < 0) return 'A price cannot be negative. Enter 0 for free, or at least $0.50.';
  if (cents > limits.priceMaxCents) return `A price can be at most ${formatCents(limits.priceMaxCents)}`;
  if (cents > 0 && cents < limits.priceMinCents) return 'The price must be 0 or at least $0.50';
  return undefined;
}

const error = ({ input }: { input?: unknown }) => priceProblem(Number(input));

/** The bounds of `priceProblem` are repeated as checks of the schema, so that the API documentation contains them. */
export const productPrice = z
  .number({ error: 'Enter a price' })
  .int('Enter a price in whole cents')
  .min(0, { error })
  .max(limits.priceMaxCents, { error })
  .refine((cents) => cents <= 0 || cents >= limits.priceMinCents, { error });
