import { openingCharts } from './opening-charts.ts';
import { type StartingHand, startingHands } from './starting-hands.ts';

const seatsBeforeBlinds = openingCharts.filter(({ seat }) => seat !== 'SB');

/**
 * The number of seats that act before the blinds and do not open with this hand. A seat that opens with the hand half
 * of the time counts half.
 */
function lateness(index: number): number {
  return seatsBeforeBlinds.reduce((sum, { range }) => sum + 1 - (range[index] ?? 0), 0);
}

const kinds: readonly StartingHand['kind'][] = ['pair', 'suited', 'offsuit'];

type OpenedHand = StartingHand & { index: number; lateness: number };

let opened: OpenedHand[][] | undefined;

/**
 * For each kind, the hands with which at least one seat before the blinds opens. Hands with which more seats open come
 * first.
 */
function openedHands(): OpenedHand[][] {
  opened ??= kinds.map((kind) =>
    startingHands
      .map((hand, index) => ({ ...hand, index, lateness: lateness(index) }))
      .filter((hand) => hand.kind === kind && hand.lateness < seatsBeforeBlinds.length)
      .sort((one, other) => one.lateness - other.lateness || one.high + one.low - other.high - other.low),
  );
  return opened;
}

/** A pseudo-random number from 0 to below 1, the same for the same seed and position. */
function noise(seed: number, position: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(position + 1, 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return ((value ^ (value >>> 15)) >>> 0) / 2 ** 32;
}

/**
 * The range on the cover of a product or coaching plan. The range contains all hands with which UTG always opens,
 * and no hand with which the button never opens. `seed` decides how many pairs, suited hands and offsuit hands the
 * range contains.
 * @returns weights of the 169 starting hands, each 0, 0.5 or 1
 */
export function coverRange(seed: number): number[] {
  const weights = new Array<number>(startingHands.length).fill(0);
  openedHands().forEach((hands, kind) => {
    const always = hands.filter((hand) => hand.lateness === 0).length;
    const played = always + Math.round(noise(seed, kind) * (hands.length - always));
    const mixed = Math.round((0.05 + noise(seed, kind + kinds.length) * 0.15) * hands.length);
    hands.slice(0, played).forEach(({ index }) => {
      weights[index] = 1;
    });
    hands.slice(played, played + mixed).forEach(({ index }) => {
      weights[index] = 0.5;
    });
  });
  return weights;
}

/** The seed of a coaching plan's cover: above 1,000, because the seed of a product's cover is the product's id. */
export function planCoverSeed(pdfNumber: number): number {
  return 1_000 + pdfNumber;
}
