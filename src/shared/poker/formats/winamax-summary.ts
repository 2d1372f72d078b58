import { parseAmount } from './amounts.ts';
import { checkWon } from './check-won.ts';
import { HandParseError } from './hand-parse-error.ts';
import type { ParsedHand } from './parsed-hand.ts';
import { amountAt, cardsAt } from './parsed-values.ts';

/**
 * Reads from `*** SUMMARY ***` to the end of the hand: rake, the board, and what each seat won.
 * @throws HandParseError
 */
export function readWinamaxSummary(
  parsed: ParsedHand,
  lines: readonly string[],
  from: number,
  to: number,
): ParsedHand {
  parsed.keep(from);
  let hasTotal = false;
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('Total pot ')) {
      readTotal(parsed, line, at);
      hasTotal = true;
    } else if (line.startsWith('Board: [')) {
      if (cardsAt(line.slice(8, -1), at).join() !== parsed.boards[0]?.join())
        throw new HandParseError('board_differs', at);
      parsed.keep(at);
    } else if (line.startsWith('Seat ')) readSeatResult(parsed, line, at);
    else if (line.startsWith('*** ')) throw new HandParseError('two_hands_mixed', at);
  }
  if (!hasTotal) throw new HandParseError('unfinished', from);
  return parsed;
}

/**
 * Reads `Total pot 14.02€ | Rake 0.98€`, where the pot excludes the rake, or `Total pot 6.02k | No rake`, which is
 * rounded.
 */
function readTotal(parsed: ParsedHand, line: string, at: number): void {
  const match = /^Total pot (.+?) \| (?:No rake|Rake (.+))$/.exec(line);
  if (!match) throw new HandParseError('bad_amount', at);
  parsed.rake = match[2] === undefined ? 0 : amountAt(match[2], at);
  const won = parsed.wonBy();
  if (!isAsStated(match[1] ?? '', won)) throw new HandParseError('does_not_balance', at);
  parsed.keep(at);
}

/** Whether an amount equals the one in the text, which may be rounded, such as `6.02k`. */
function isAsStated(text: string, units: number): boolean {
  const rounded = /^(\d+)(?:[.,](\d+))?([kKmM])$/.exec(text);
  if (!rounded) return parseAmount(text) === units;
  const [, whole = '', fraction = '', scale = ''] = rounded;
  const size = (scale.toLowerCase() === 'k' ? 1_000 : 1_000_000) * 100;
  return Math.abs(Number(`${whole}.${fraction}`) * size - units) <= size / 10 ** fraction.length;
}

function readSeatResult(parsed: ParsedHand, line: string, at: number): void {
  const start = line.indexOf(': ') + 2;
  const seat = Number(line.slice(5, start - 2));
  const name = parsed.nameOf(seat);
  if (name === '' || !line.startsWith(name, start)) throw new HandParseError('two_hands_mixed', at);
  parsed.keepName(at, start, start + name.length, seat);
  const rest = line.slice(start + name.length);
  // The halves of a high-low pot are on two lines, so neither line states all that the seat won.
  if (!/ with (?:HI|LO) : /.test(rest)) checkWon(parsed, seat, rest, at);
  const mucked = / mucked \[(.*?)\]/.exec(rest);
  if (mucked) parsed.show(seat, cardsAt(mucked[1], at), at, true);
}
