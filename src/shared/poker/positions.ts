import type { Hand, HandAction } from './hand.ts';

/**
 * The names of positions by the number of players, from the seat left of the button to the button. The list of eleven
 * names is for ten seats without a small blind, and for nine seats without a small blind and with a dead button.
 */
const names: Record<number, readonly string[]> = {
  2: ['BB', 'BTN'],
  3: ['SB', 'BB', 'BTN'],
  4: ['SB', 'BB', 'CO', 'BTN'],
  5: ['SB', 'BB', 'HJ', 'CO', 'BTN'],
  6: ['SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN'],
  7: ['SB', 'BB', 'UTG', 'LJ', 'HJ', 'CO', 'BTN'],
  8: ['SB', 'BB', 'UTG', 'UTG+1', 'LJ', 'HJ', 'CO', 'BTN'],
  9: ['SB', 'BB', 'UTG', 'UTG+1', 'UTG+2', 'LJ', 'HJ', 'CO', 'BTN'],
  10: ['SB', 'BB', 'UTG', 'UTG+1', 'UTG+2', 'UTG+3', 'LJ', 'HJ', 'CO', 'BTN'],
  11: ['SB', 'BB', 'UTG', 'UTG+1', 'UTG+2', 'UTG+3', 'UTG+4', 'LJ', 'HJ', 'CO', 'BTN'],
};

/** The clockwise distance of a seat from the first seat after the button. Tables have at most ten seats. */
const placeOf = (seat: number, button: number) => (seat - button + 9) % 10;

/** Seats in the order in which they act after the flop: from the first left of the button to the button. */
export function seatOrder(seats: readonly number[], button: number): number[] {
  return seats.toSorted((one, other) => placeOf(one, button) - placeOf(other, button));
}

/** The seats of a hand that are dealt in, in the order of `seatOrder`. */
export function dealtSeats({ seats, button }: Pick<Hand, 'seats' | 'button'>): Hand['seats'] {
  return seats
    .filter(({ sitsOut }) => !sitsOut)
    .sort((one, other) => placeOf(one.seat, button) - placeOf(other.seat, button));
}

/** The seat numbers of `dealtSeats`. */
export const dealtOrder = (hand: Pick<Hand, 'seats' | 'button'>): number[] =>
  dealtSeats(hand).map(({ seat }) => seat);

/** The position of each seat that is dealt in. */
export function positionsIn(hand: Pick<Hand, 'seats' | 'button' | 'actions'>): Map<number, string> {
  return positionsOf(dealtOrder(hand), hand.button, hasSmallBlind(hand));
}

/**
 * Whether a seat is in the small blind. With two players, the button is. With more, the first seat left of the button
 * is, unless it posts the big blind.
 */
export function hasSmallBlind(hand: Pick<Hand, 'seats' | 'button' | 'actions'>): boolean {
  const [first, ...others] = dealtOrder(hand);
  const isBigBlind = (action: HandAction) =>
    action.a === 'post' && action.what === 'big' && action.seat === first;
  return others.length === 1 || !hand.actions.some(isBigBlind);
}

/**
 * The position of each seat. With a dead button, no seat is BTN, and without a small blind, no seat is SB. The seats
 * that are dealt in are named as if the missing seats were dealt in, too.
 * @param seats - the 2 to 10 seats that are dealt in
 */
export function positionsOf(seats: readonly number[], button: number, hasSmall = true): Map<number, string> {
  const order = seatOrder(seats, button);
  const missing = Number(!seats.includes(button)) + Number(!hasSmall);
  const labels = names[order.length + missing]?.slice(hasSmall ? 0 : 1) ?? [];
  return new Map(order.map((seat, index) => [seat, labels[index] ?? '']));
}

/** The seat from whose view a hand is shown: the hero; without a hero, the button or the seat before a dead button. */
export function viewedSeat(hand: Pick<Hand, 'seats' | 'button' | 'hero'>): number {
  const order = dealtOrder(hand);
  return order.find((seat) => seat === hand.hero) ?? order.at(-1) ?? hand.button;
}
