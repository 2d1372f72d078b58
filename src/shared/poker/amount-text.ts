import type { Hand } from './hand.ts';

/** How amounts of a hand are shown: in big blinds, or in the hand's currency or chips. */
export type AmountUnit = 'bb' | 'money';

/** @returns big blinds with at most one decimal: `2.5`, `100` */
export function bigBlindText(units: number, bigBlind: number): string {
  const tenths = Math.round((units / bigBlind) * 10);
  return String(tenths / 10);
}

const chips = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const currencies = new Map<string, Intl.NumberFormat>();

function currencyFormat(currency: string): Intl.NumberFormat {
  const known = currencies.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  currencies.set(currency, format);
  return format;
}

/** Such as `2.5 bb`, `$1.25` or `12,500` for chips. @param units - cents, or hundredths of a chip */
export function amountText(units: number, hand: Pick<Hand, 'unit' | 'stakes'>, unit: AmountUnit): string {
  if (unit === 'bb') return `${bigBlindText(units, hand.stakes.big)} bb`;
  const { currency } = hand.unit;
  return currency === null ? chips.format(units / 100) : currencyFormat(currency).format(units / 100);
}
