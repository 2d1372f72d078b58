import type { Hand } from './hand.ts';

/** The names of positions by the number of players, from the seat left of the button to the button. */
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
};

/** Seats in the order in which they act after the flop: from the first left of the button to the button. */
export function seatOrder(seats: readonly number[], button: number): number[] {
  const sorted = seats.toSorted((a, b) => a - b);
  return [...sorted.filter((seat) => seat > button), ...sorted.filter((seat) => seat <= button)];
}

/** The seats of a hand that are dealt in, in the order of `seatOrder`. */
export function dealtOrder({ seats, button }: Pick<Hand, 'seats' | 'button'>): number[] {
  const dealt = seats.filter(({ sitsOut }) => !sitsOut).map(({ seat }) => seat);
  return seatOrder(dealt, button);
}

/** The position of each seat that is dealt in. */
export function positionsIn(hand: Pick<Hand, 'seats' | 'button' | 'actions'>): Map<number, string> {
  return positionsOf(dealtOrder(hand), hand.button, { hasSmall: hasSmallBlind(hand) });
}

/** Whether the hand has a seat in the small blind: false if the first seat left of the button posts the big blind. */
export function hasSmallBlind(hand: Pick<Hand, 'seats' | 'button' | 'actions'>): boolean {
  const order = dealtOrder(hand);
  const posts = hand.actions.filter((action) => action.a === 'post');
  const bigBlind = posts.find(({ what }) => what === 'big')?.seat;
  return order.length === 2 || bigBlind !== order[0] || posts.some(({ what }) => what === 'small');
}

/**
 * The position of each seat. With a dead button, no seat is BTN, and without a small blind, no seat is SB; the others
 * are named as if these seats were dealt in.
 * @param seats the 2 to 10 seats that are dealt in
 */
export function positionsOf(
  seats: readonly number[],
  button: number,
  { hasSmall = true }: { hasSmall?: boolean } = {},
): Map<number, string> {
  const order = seatOrder(seats, button);
  const missing = Number(!seats.includes(button)) + Number(!hasSmall);
  const labels = names[order.length + missing]?.slice(hasSmall ? 0 : 1) ?? names[order.length] ?? [];
  return new Map(order.map((seat, index) => [seat, labels[index] ?? '']));
}

/** The seat from whose view a hand is told: the hero, or else the button or, if it is dead, the seat before it. */
export function viewedSeat(hand: Pick<Hand, 'seats' | 'button' | 'hero'>): number {
  const order = dealtOrder(hand);
  return order.find((seat) => seat === hand.hero) ?? order.at(-1) ?? hand.button;
}
