import { parseAmount } from './amounts.ts';
import { readCards } from './read-card.ts';
import { RefusedHand } from './refusal.ts';
import type { ToldHand } from './told-hand.ts';
import { amountAt } from './told-values.ts';

/**
 * Reads from `*** SUMMARY ***` to the end of the hand: the pot with rake and fees, the boards, and what each seat showed
 * and won, against what the hand told.
 * @throws RefusedHand
 */
export function readStarsSummary(
  told: ToldHand,
  lines: readonly string[],
  from: number,
  to: number,
): ToldHand {
  told.keep(from);
  let hasTotal = false;
  let isOver = false;
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') {
      isOver = hasTotal;
      continue;
    }
    if (line.startsWith('Total pot ')) {
      if (hasTotal) throw new RefusedHand('two_hands_mixed', at);
      readTotal(told, line, at);
      hasTotal = true;
    } else if (line.includes('Board [')) readBoard(told, line, at);
    else if (line.startsWith('Seat ')) readSeatResult(told, line, at);
    else if (line.startsWith('Hand was run ')) told.keep(at);
    else if (isOver) continue;
    else if (line.startsWith('*** ') || / posts (?:small|big) blind/.test(line)) {
      throw new RefusedHand('two_hands_mixed', at);
    }
  }
  if (!hasTotal)
    throw new RefusedHand(told.awards.length === 0 ? 'unfinished' : 'observed_without_awards', from);
  return told;
}

/** `Total pot $27.21 Main pot $20. Side pot $7.21. | Rake $1.25 | Jackpot $0.10 | Bingo $0`; without rake it is none. */
function readTotal(told: ToldHand, line: string, at: number): void {
  const [total = '', ...takings] = line.split(' | ');
  told.statedPot = amountAt(total.split(' ')[2], at);
  told.rake = 0;
  for (const taking of takings) {
    const space = taking.lastIndexOf(' ');
    const what = taking.slice(0, space);
    const units = amountAt(taking.slice(space + 1), at);
    if (what === 'Rake') told.rake += units;
    else if (what === 'Jackpot') told.fees.jackpot += units;
    else told.fees.other += units;
  }
  told.keep(at);
}

/** GGPoker lists only the new cards of later runs. */
function readBoard(told: ToldHand, line: string, at: number): void {
  const match = /^(FIRST |SECOND |THIRD )?Board \[(.*)\]$/.exec(line);
  const cards = match ? readCards(match[2] ?? '') : undefined;
  if (!match || !cards) throw new RefusedHand('bad_card', at);
  const run = Math.max(['FIRST ', 'SECOND ', 'THIRD '].indexOf(match[1] ?? ''), 0);
  const board = told.boards[run] ?? [];
  const part = board.slice(-cards.length);
  const isSame = cards.length <= board.length && part.every((card) => cards.includes(card));
  if (!isSame || (run === 0 && cards.length !== board.length)) throw new RefusedHand('board_differs', at);
  told.keep(at);
}

const outcome =
  /(?: \((?:button|small blind|big blind|dealer)\))* (?:showed \[([^\]]*)\] and (won|lost)|collected \(([^)]*)\)|won \(([^)]*)\)|mucked \[([^\]]*)\]|folded|mucked|didn't|is sitting out)/;

/** What a seat showed and won must be what the hand told. */
function readSeatResult(told: ToldHand, line: string, at: number): void {
  const start = line.indexOf(': ') + 2;
  const seat = Number(line.slice(5, start - 2));
  const name = told.nameOf(seat);
  // Seats of players who came during the hand are not in its list.
  if (name === '' || !line.startsWith(name, start)) {
    if (/\(\S+ in chips\)/.test(line)) throw new RefusedHand('two_hands_mixed', at);
    return;
  }
  told.keepName(at, start, start + name.length, seat);
  const rest = line.slice(start + name.length);
  const match = outcome.exec(rest);
  if (!match) return;
  if (match[5] !== undefined) {
    const cards = readCards(match[5]);
    if (!cards) throw new RefusedHand('bad_card', at);
    told.show(seat, cards, at, true);
  }
  // A pot that the room keeps because its winner cashed out is won all the same.
  if (rest.includes('(pot not awarded as player cashed out')) {
    for (const [, amount] of rest.matchAll(/ won \(([^)]*)\)/g)) told.award(seat, amountAt(amount, at), at);
  }
  if (match[1] !== undefined && isOtherThanShown(told, seat, match[1])) told.doubt('summary_differs', at);
  checkWon(told, seat, rest, at);
}

/** What a line of the summary says a seat won, and whether it folded, must be what the hand told. */
export function checkWon(told: ToldHand, seat: number, rest: string, at: number): void {
  let sum = 0;
  if (rest.includes(' won ') || rest.includes(' collected ')) {
    for (const [, amount = ''] of rest.matchAll(/\b(?:won|collected) \(?([^\s)]*)/g))
      sum += parseAmount(amount) ?? 0;
  }
  const isTold = told.awards.reduce((total, award) => total + (award.seat === seat ? award.amount : 0), 0);
  const saysFolded = / folded(?: |$)/.test(rest);
  if (sum !== isTold || (saysFolded && !told.hasFolded(seat))) told.doubt('summary_differs', at);
}

function isOtherThanShown({ shows }: ToldHand, seat: number, text: string): boolean {
  const shown = shows.find((show) => show.seat === seat)?.cards;
  const cards = readCards(text);
  return !shown || !cards || cards.some((card) => !shown.includes(card));
}
