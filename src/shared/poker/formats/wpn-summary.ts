import { RefusedHand } from './refusal.ts';
import { checkWon } from './stars-summary.ts';
import type { ToldHand } from './told-hand.ts';
import { amountAt, cardsAt } from './told-values.ts';

/**
 * Reads from `*** SUMMARY ***` to the end of the hand. Who won without a showdown is told here only.
 * @throws RefusedHand
 */
export function readWpnSummary(told: ToldHand, lines: readonly string[], from: number, to: number): ToldHand {
  told.keep(from);
  const hasAwards = told.awards.length > 0;
  let stated: number | null = null;
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    if (line.startsWith('Total pot ')) stated = readTotal(told, line, at);
    else if (line.startsWith('Board [')) {
      if (cardsAt(line.slice(7, -1), at).join() !== told.boards[0]?.join())
        throw new RefusedHand('board_differs', at);
      told.keep(at);
    } else if (line.startsWith('Seat ')) readSeatResult(told, line, at, hasAwards);
    else if (line.startsWith('*** ')) throw new RefusedHand('two_hands_mixed', at);
  }
  if (stated === null) throw new RefusedHand('unfinished', from);
  const won = told.awards.reduce((sum, { amount }) => sum + amount, 0);
  const taken = (told.rake ?? 0) + told.fees.jackpot + told.fees.other;
  if (won !== stated && won + taken !== stated) throw new RefusedHand('does_not_balance', from);
  return told;
}

/** `Total pot $5.70 | Rake $0.21 | JP Fee $0.08`, what was won in front. */
function readTotal(told: ToldHand, line: string, at: number): number {
  const [total = '', ...takings] = line.split(' | ');
  told.rake ??= 0;
  for (const taking of takings) {
    const space = taking.lastIndexOf(' ');
    const units = amountAt(taking.slice(space + 1), at);
    if (taking.startsWith('Rake')) told.rake = (told.rake ?? 0) + units;
    else if (taking.startsWith('JP')) told.fees.jackpot += units;
    else told.fees.other += units;
  }
  told.keep(at);
  return amountAt(total.split(' ')[2], at);
}

function readSeatResult(told: ToldHand, line: string, at: number, hasAwards: boolean): void {
  const start = line.indexOf(': ') + 2;
  const seat = Number(line.slice(5, start - 2));
  const name = told.nameOf(seat);
  // Seats of players who came during the hand are not in its list.
  if (name === '' || !line.startsWith(name, start)) return;
  told.keepName(at, start, start + name.length, seat);
  const rest = line.slice(start + name.length);
  const won = / and won (\S+)/.exec(rest);
  if (hasAwards) checkWon(told, seat, rest, at);
  else if (won) told.award(seat, amountAt(won[1], at), at);
  const mucked = / mucked \[(.*?)\]/.exec(rest);
  if (mucked) told.show(seat, cardsAt(mucked[1], at), at, true);
}
