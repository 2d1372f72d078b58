import type { Hand } from './hand.ts';

/** `parserVersion` at the time when the hand was read; undefined for a hand that was not read from a text. */
export function parserVersionOf({ source }: Pick<Hand, 'source'>): number | undefined {
  return typeof source === 'object' ? source.reader : undefined;
}
