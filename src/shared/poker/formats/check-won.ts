import { parseAmount } from './amounts.ts';
import type { ParsedHand } from './parsed-hand.ts';

/** What a line of the summary says a seat won, and whether it folded, must be what the hand states. */
export function checkWon(parsed: ParsedHand, seat: number, rest: string, at: number): void {
  let sum = 0;
  if (rest.includes(' won ') || rest.includes(' collected ')) {
    for (const [, amount = ''] of rest.matchAll(/\b(?:won|collected) \(?([^\s)]*)/g))
      sum += parseAmount(amount) ?? 0;
  }
  const awarded = parsed.awards.reduce((total, award) => total + (award.seat === seat ? award.amount : 0), 0);
  const saysFolded = / folded(?: |$)/.test(rest);
  if (sum !== awarded || (saysFolded && !parsed.hasFolded(seat))) parsed.doubt('summary_differs', at);
}
