import { limits } from '../../../../shared/limits.ts';
import { decimalCommaAdvice, formatCents, parseDollars } from '../../../../shared/money.ts';

/** What a typed price means: cents, with a sentence about them where they may surprise, or how to correct it. */
export type PriceText = { cents: number; note?: string } | { error: string };

const example = 'Enter a price in dollars such as 9.99';

export function readPrice(text: string): PriceText {
  const typed = text.trim();
  if (/^[-−]/.test(typed))
    return { error: 'A price cannot be negative. Enter 0 for free, or at least 0.50.' };
  const comma = decimalCommaAdvice(typed);
  if (comma !== undefined) return { error: comma };
  if (/^\$?\d{10,}(\.\d*)?$/.test(typed)) return { error: tooHigh };
  const cents = parseDollars(typed);
  if (cents === undefined) return { error: example };
  if (cents > limits.priceMaxCents) return { error: tooHigh };
  if (cents > 0 && cents < limits.priceMinCents) return { error: 'The price must be 0 or at least $0.50' };
  if (cents === 0) return { cents, note: 'Free: everybody who is logged in may open it.' };
  if (/\.\d{2}\d*[1-9]/.test(typed)) {
    return { cents, note: `A price has two decimals, so this is saved as ${formatCents(cents)}.` };
  }
  return { cents };
}

const tooHigh = `A price can be at most ${formatCents(limits.priceMaxCents)}`;
