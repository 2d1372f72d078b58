import type { Hand } from './hand.ts';

/** A big blind that many sizes divide, in hundredths, so that amounts scaled to it stay whole numbers. */
export const neutralBigBlind = 126_000_000;

/** Whether the hand's amounts are those of its table. A hand shared without stakes is scaled to the neutral big blind. */
export function showsStakes({ unit, stakes }: Pick<Hand, 'unit' | 'stakes'>): boolean {
  return unit.currency !== null || stakes.big !== neutralBigBlind;
}
