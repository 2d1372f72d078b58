import { isFinerThanCents, isHugeAmount, parseDollars } from '../../../../shared/dollar-input.ts';
import { formatCents } from '../../../../shared/money.ts';
import { priceProblem } from '../../../../shared/shop/price.ts';

/** A parsed price: the cents, with a note if the amount is unusual, or an error that says how to correct the price. */
export type PriceText = { cents: number; note?: string } | { error: string };

export function readPrice(text: string): PriceText {
  const typed = text.trim();
  const cents = centsOf(typed);
  if (cents === undefined) return { error: 'Enter a price in dollars such as 9.99' };
  const problem = priceProblem(cents);
  if (problem !== undefined) return { error: problem };
  if (cents === 0) return { cents, note: 'Free: every logged-in user may open it.' };
  if (isFinerThanCents(typed)) {
    return { cents, note: `A price has two decimal places, so this is saved as ${formatCents(cents)}.` };
  }
  return { cents };
}

/** The hint below a price field, which explains an unusual amount while it is typed. */
export const priceHint = (price: PriceText) =>
  ('note' in price && price.note) || '0 for free, or at least $0.50.';

/** Returns negative and very large amounts as infinite, so that `priceProblem` names the limit. */
function centsOf(typed: string): number | undefined {
  if (/^[-−]/.test(typed)) return -Infinity;
  if (isHugeAmount(typed)) return Infinity;
  return parseDollars(typed);
}
