import type { Hand } from './hand.ts';

/** The version of the parsers that parsed the hand; undefined for a hand that was not parsed from a text. */
export function parserVersionOf({ source }: Pick<Hand, 'source'>): number | undefined {
  return typeof source === 'object' ? source.reader : undefined;
}
