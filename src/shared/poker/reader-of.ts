import type { Hand } from './hand.ts';

/** `readerVersion` at the time when the hand was read; undefined for a hand that was not read from a text. */
export function readerOf({ source }: Pick<Hand, 'source'>): number | undefined {
  return typeof source === 'object' ? source.reader : undefined;
}
