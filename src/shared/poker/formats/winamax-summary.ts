import { parseAmount } from './amounts.ts';
import { RefusedHand } from './refusal.ts';
import { checkWon } from './stars-summary.ts';
import type { ToldHand } from './told-hand.ts';
import { amountAt, cardsAt } from './told-values.ts';

/**
 * Reads from `*** SUMMARY ***` to the end of the hand: rake, the board, and what each seat won.
 * @throws RefusedHand
 */
export function readWinamaxSummary(
  told: ToldHand,
  lines: readonly string[],
  from: number,
  to: number,
): ToldHand {
  told.keep(from);
  let hasTotal = false;
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('Total pot ')) {
      readTotal(told, line, at);
      hasTotal = true;
    } else if (line.startsWith('Board: [')) {
      if (cardsAt(line.slice(8, -1), at).join() !== told.boards[0]?.join())
        throw new RefusedHand('board_differs', at);
      told.keep(at);
    } else if (line.startsWith('Seat ')) readSeatResult(told, line, at);
    else if (line.startsWith('*** ')) throw new RefusedHand('two_hands_mixed', at);
  }
  if (!hasTotal) throw new RefusedHand('unfinished', from);
  return told;
}

/** `Total pot 14.02€ | Rake 0.98€` without the rake; `Total pot 6.02k | No rake` is rounded. */
function readTotal(told: ToldHand, line: string, at: number): void {
  const match = /^Total pot (.+?) \| (?:No rake|Rake (.+))$/.exec(line);
  if (!match) throw new RefusedHand('bad_amount', at);
  told.rake = match[2] === undefined ? 0 : amountAt(match[2], at);
  const won = told.awards.reduce((sum, { amount }) => sum + amount, 0);
  if (!isAsStated(match[1] ?? '', won)) throw new RefusedHand('does_not_balance', at);
  told.keep(at);
}

/** Whether an amount is the one that was written, as far as it was written. */
function isAsStated(text: string, units: number): boolean {
  const rounded = /^(\d+)(?:[.,](\d+))?([kKmM])$/.exec(text);
  if (!rounded) return parseAmount(text) === units;
  const [, whole = '', fraction = '', scale = ''] = rounded;
  const size = (scale.toLowerCase() === 'k' ? 1_000 : 1_000_000) * 100;
  return Math.abs(Number(`${whole}.${fraction}`) * size - units) <= size / 10 ** fraction.length;
}

function readSeatResult(told: ToldHand, line: string, at: number): void {
  const start = line.indexOf(': ') + 2;
  const seat = Number(line.slice(5, start - 2));
  const name = told.nameOf(seat);
  if (name === '' || !line.startsWith(name, start)) throw new RefusedHand('two_hands_mixed', at);
  told.keepName(at, start, start + name.length, seat);
  const rest = line.slice(start + name.length);
  // Halves of a pot stand in two lines.
  if (!/ with (?:HI|LO) : /.test(rest)) checkWon(told, seat, rest, at);
  const mucked = / mucked \[(.*?)\]/.exec(rest);
  if (mucked) told.show(seat, cardsAt(mucked[1], at), at, true);
}
