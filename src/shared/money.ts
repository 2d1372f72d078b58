import { withoutGroups } from './digit-groups.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `1999` → `$19.99`. */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100);
}

/**
 * Parses user input in dollars (`19.99`, `$1,200`) to cents, rounded.
 * @returns undefined for an invalid amount
 */
export function parseDollars(text: string): number | undefined {
  const cleaned = withoutGroups(text.trim().replace(/^\$/, ''));
  const match = /^(\d{1,9})?(?:\.(\d*))?$/.exec(cleaned);
  if (!match || !/\d/.test(cleaned)) return undefined;
  const [, whole = '0', fraction = ''] = match;
  // Rounded digit by digit: 1.005 × 100 is 100.49999999999999 in floating point.
  const roundsUp = (fraction[2] ?? '0') >= '5';
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + (roundsUp ? 1 : 0);
}

/** Whether an amount has more digits than `parseDollars` reads, and is therefore above every limit. */
export function isHugeAmount(text: string): boolean {
  return /^\$?\d{10,}(\.\d*)?$/.test(text.trim());
}

/** How to correct an amount with a decimal comma; undefined for other amounts. */
export function decimalCommaAdvice(text: string): string | undefined {
  const comma = /^\$?(\d+),(\d{1,2})$/.exec(text.trim());
  return comma ? `Write the cents after a point: ${comma[1]}.${comma[2]}` : undefined;
}

/**
 * How to correct an amount that is finer than a cent, which would be rounded, or that has a decimal comma.
 * @returns undefined for other amounts
 */
export function amountAdvice(text: string): string | undefined {
  const isFiner = /^\$?[\d,]*\.\d{2}\d*[1-9]\d*$/.test(text.trim());
  return (
    decimalCommaAdvice(text) ?? (isFiner ? 'Enter at most two decimal places, such as 19.99' : undefined)
  );
}

/** `1999` → `19.99`, for amount fields of forms. */
export function centsToDollarsInput(cents: number): string {
  return (cents / 100).toFixed(2);
}
