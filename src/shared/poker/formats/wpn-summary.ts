import { checkWon } from './check-won.ts';
import { HandParseError } from './hand-parse-error.ts';
import type { ParsedHand } from './parsed-hand.ts';
import { amountAt, cardsAt } from './parsed-values.ts';

/**
 * Reads from `*** SUMMARY ***` to the end of the hand. Without a showdown, only the summary states who won.
 * @throws HandParseError
 */
export function readWpnSummary(
  parsed: ParsedHand,
  lines: readonly string[],
  from: number,
  to: number,
): ParsedHand {
  parsed.keep(from);
  const hasAwards = parsed.awards.length > 0;
  let stated: number | null = null;
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    if (line.startsWith('Total pot ')) stated = readTotal(parsed, line, at);
    else if (line.startsWith('Board [')) {
      if (cardsAt(line.slice(7, -1), at).join() !== parsed.boards[0]?.join())
        throw new HandParseError('board_differs', at);
      parsed.keep(at);
    } else if (line.startsWith('Seat ')) readSeatResult(parsed, line, at, hasAwards);
    else if (line.startsWith('*** ')) throw new HandParseError('two_hands_mixed', at);
  }
  if (stated === null) throw new HandParseError('unfinished', from);
  const won = parsed.wonBy();
  const taken = (parsed.rake ?? 0) + parsed.fees.jackpot + parsed.fees.other;
  if (won !== stated && won + taken !== stated) throw new HandParseError('does_not_balance', from);
  return parsed;
}

/** Reads `Total pot $5.70 | Rake $0.21 | JP Fee $0.08`. @returns the total pot in hundredths of the hand's unit */
function readTotal(parsed: ParsedHand, line: string, at: number): number {
  const [total = '', ...takings] = line.split(' | ');
  parsed.rake ??= 0;
  for (const taking of takings) {
    const space = taking.lastIndexOf(' ');
    const units = amountAt(taking.slice(space + 1), at);
    if (taking.startsWith('Rake')) parsed.rake = (parsed.rake ?? 0) + units;
    else if (taking.startsWith('JP')) parsed.fees.jackpot += units;
    else parsed.fees.other += units;
  }
  parsed.keep(at);
  return amountAt(total.split(' ')[2], at);
}

function readSeatResult(parsed: ParsedHand, line: string, at: number, hasAwards: boolean): void {
  const start = line.indexOf(': ') + 2;
  const seat = Number(line.slice(5, start - 2));
  const name = parsed.nameOf(seat);
  // Players who joined during the hand are not in its list of seats.
  if (name === '' || !line.startsWith(name, start)) return;
  parsed.keepName(at, start, start + name.length, seat);
  const rest = line.slice(start + name.length);
  const won = / and won (\S+)/.exec(rest);
  if (hasAwards) checkWon(parsed, seat, rest, at);
  else if (won) parsed.award(seat, amountAt(won[1], at), at);
  const mucked = / mucked \[(.*?)\]/.exec(rest);
  if (mucked) parsed.show(seat, cardsAt(mucked[1], at), at, true);
}
