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
export function positionsIn(hand: Pick<Hand, 'seats' | 'button'>): Map<number, string> {
  return positionsOf(dealtOrder(hand), hand.button);
}

/**
 * The position of each seat. With a dead button, no seat is BTN; the seats are named as if the button were dealt in.
 * @param seats the 2 to 10 seats that are dealt in
 */
export function positionsOf(seats: readonly number[], button: number): Map<number, string> {
  const order = seatOrder(seats, button);
  const isDead = !seats.includes(button);
  const labels = names[isDead ? Math.min(order.length + 1, 10) : order.length] ?? [];
  return new Map(order.map((seat, index) => [seat, labels[index] ?? '']));
}
