import type { Hand } from './hand.ts';

/**
 * The big blind of a hand that is shared without stakes, in hundredths of the hand's unit. Most big blinds divide this
 * number, and are scaled to it. A big blind that does not, such as 1,300 chips, is scaled to a multiple of it, so that
 * all amounts stay integers.
 */
const neutralBigBlind = 126_000_000;

/** The factor by which all amounts of a hand with this big blind are multiplied, to hide the stakes. */
export function neutralFactor(bigBlind: number): number {
  return neutralBigBlind / greatestCommonDivisor(bigBlind, neutralBigBlind);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

/** Whether all amounts are safe integers after scaling. Bets and awards are at most the sum of all stacks. */
export function fitsNeutralUnit({
  stakes: { small, big, ante },
  seats,
  cashOuts = [],
}: Pick<Hand, 'stakes' | 'seats' | 'cashOuts'>): boolean {
  const chips = seats.reduce((sum, { stack }) => sum + stack, 0);
  const outside = cashOuts.flatMap(({ amount, fee }) => [amount, fee]);
  const largest = Math.max(chips, small, big, ...Object.values(ante ?? {}), ...outside);
  return Number.isSafeInteger(largest * neutralFactor(big));
}

/**
 * Whether the hand has its real stakes. A hand that is shared without stakes is scaled to a multiple of the neutral big
 * blind.
 */
export function showsStakes({ unit, stakes }: Pick<Hand, 'unit' | 'stakes'>): boolean {
  return unit.currency !== null || stakes.big % neutralBigBlind !== 0;
}
