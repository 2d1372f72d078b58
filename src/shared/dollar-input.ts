import { plainNumber } from './digit-groups.ts';

const signAtStart = /^[+\-−–]\s*/;

const plainAmount = (text: string) => plainNumber(text.trim().replace(/^\$/, ''));

/**
 * Parses user input in dollars (`19.99`, `19,99`, `$1,200`) to cents, rounded.
 * @returns undefined for an invalid amount
 */
export function parseDollars(text: string): number | undefined {
  const cleaned = plainAmount(text);
  const match = /^(\d{1,9})?(?:\.(\d*))?$/.exec(cleaned);
  if (!match || !/\d/.test(cleaned)) return undefined;
  const [, whole = '0', fraction = ''] = match;
  // Rounded digit by digit: 1.005 × 100 is 100.49999999999999 in floating point.
  const roundsUp = (fraction[2] ?? '0') >= '5';
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + (roundsUp ? 1 : 0);
}

/**
 * Parses `-12.50`, `+$3` or `−1,200` to signed cents.
 * @returns undefined for an invalid amount
 */
export function parseSignedDollars(text: string): number | undefined {
  const trimmed = text.trim();
  const cents = parseDollars(trimmed.replace(signAtStart, ''));
  return cents && /^[-−–]/.test(trimmed) ? -cents : cents;
}

/** Whether an amount has more digits than `parseDollars` reads, and is therefore above every limit. */
export function isHugeAmount(text: string): boolean {
  return /^\$?\d{10,}([.,]\d*)?$/.test(text.trim());
}

/**
 * Whether an amount, with or without a sign, has more than two digits after the point. Such an amount would be rounded,
 * or the user meant its point to separate thousands, as in `1.500`.
 */
export function isFinerThanCents(text: string): boolean {
  return /\.\d{3,}$/.test(plainAmount(text.trim().replace(signAtStart, '')));
}

/** How to correct an amount that is finer than a cent; undefined for other amounts. */
export function amountAdvice(text: string): string | undefined {
  return isFinerThanCents(text) ? 'Enter at most two decimal places, such as 19.99' : undefined;
}

/** `1999` → `19.99`, for amount fields of forms. */
export function centsToDollarsInput(cents: number): string {
  return (cents / 100).toFixed(2);
}
