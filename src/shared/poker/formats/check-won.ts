import { parseAmount } from './amounts.ts';
import type { ParsedHand } from './parsed-hand.ts';

/**
 * Adds an oddity if a line of the summary and the hand differ in what a seat won, or if the line says that the seat
 * folded and the hand does not. A hand with an oddity is accepted, but shown as odd.
 * @param rest - the part of the line after the player's name
 */
export function checkWon(parsed: ParsedHand, seat: number, rest: string, at: number): void {
  let sum = 0;
  if (rest.includes(' won ') || rest.includes(' collected ')) {
    for (const [, amount = ''] of rest.matchAll(/\b(?:won|collected) \(?([^\s)]*)/g))
      sum += parseAmount(amount) ?? 0;
  }
  const saysFolded = / folded(?: |$)/.test(rest);
  if (sum !== parsed.wonBy(seat) || (saysFolded && !parsed.hasFolded(seat)))
    parsed.addOddity('summary_differs', at);
}
