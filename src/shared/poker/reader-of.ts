import type { Hand } from './hand.ts';

/** The version of the readers that read the hand; undefined for a hand that was not read from a text. */
export function readerOf({ source }: Pick<Hand, 'source'>): number | undefined {
  return typeof source === 'object' ? source.reader : undefined;
}
