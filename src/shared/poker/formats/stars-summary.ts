import { checkWon } from './check-won.ts';
import { HandParseError } from './hand-parse-error.ts';
import type { ParsedHand } from './parsed-hand.ts';
import { amountAt } from './parsed-values.ts';
import { readCards } from './read-card.ts';

/**
 * Reads from `*** SUMMARY ***` to the end of the hand: the pot with rake and fees, the boards, and what each seat
 * showed and won. Compares these with the lines above the summary. `parsed.keep` includes a line in the anonymous text.
 * @throws HandParseError
 */
export function readStarsSummary(
  parsed: ParsedHand,
  lines: readonly string[],
  from: number,
  to: number,
): ParsedHand {
  parsed.keep(from);
  let hasTotal = false;
  let isOver = false;
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') {
      isOver = hasTotal;
      continue;
    }
    if (line.startsWith('Total pot ')) {
      if (hasTotal) throw new HandParseError('two_hands_mixed', at);
      readTotal(parsed, line, at);
      hasTotal = true;
    } else if (line.includes('Board [')) readBoard(parsed, line, at);
    else if (line.startsWith('Seat ')) readSeatResult(parsed, line, at);
    else if (line.startsWith('Hand was run ')) parsed.keep(at);
    else if (isOver) continue;
    else if (line.startsWith('*** ') || / posts (?:small|big) blind/.test(line)) {
      throw new HandParseError('two_hands_mixed', at);
    }
  }
  if (!hasTotal)
    throw new HandParseError(parsed.awards.length === 0 ? 'unfinished' : 'observed_without_awards', from);
  return parsed;
}

/**
 * `Total pot $27.21 Main pot $20. Side pot $7.21. | Rake $1.25 | Jackpot $0.10 | Bingo $0`, or with a bar before each
 * pot; no stated rake means 0.
 */
function readTotal(parsed: ParsedHand, line: string, at: number): void {
  const [total = '', ...takings] = line.split(' | ');
  parsed.statedPot = amountAt(total.split(' ')[2], at);
  parsed.rake = 0;
  for (const taking of takings) {
    const space = taking.lastIndexOf(' ');
    const what = taking.slice(0, space);
    const units = amountAt(taking.slice(space + 1), at);
    if (/^(?:Main|Side) pot/.test(what)) continue;
    if (what === 'Rake') parsed.rake += units;
    else if (what === 'Jackpot') parsed.fees.jackpot += units;
    else parsed.fees.other += units;
  }
  parsed.keep(at);
}

/** Compares a board with the dealt cards. For the second and third run, GGPoker lists only the new cards. */
function readBoard(parsed: ParsedHand, line: string, at: number): void {
  const match = /^(FIRST |SECOND |THIRD )?Board \[(.*)\]$/.exec(line);
  const cards = match ? readCards(match[2] ?? '') : undefined;
  if (!match || !cards) throw new HandParseError('bad_card', at);
  const run = Math.max(['FIRST ', 'SECOND ', 'THIRD '].indexOf(match[1] ?? ''), 0);
  const board = parsed.boards[run] ?? [];
  const part = board.slice(-cards.length);
  const isSame = cards.length <= board.length && part.every((card) => cards.includes(card));
  if (!isSame || (run === 0 && cards.length !== board.length)) throw new HandParseError('board_differs', at);
  parsed.keep(at);
}

const outcome =
  /(?: \((?:button|small blind|big blind|dealer)\))* (?:showed \[([^\]]*)\] and (won|lost)|collected \(([^)]*)\)|won \(([^)]*)\)|mucked \[([^\]]*)\]|folded|mucked|didn't|is sitting out)/;

/** Reads what a seat showed or won. Adds an oddity if this contradicts the lines above the summary. */
function readSeatResult(parsed: ParsedHand, line: string, at: number): void {
  const start = line.indexOf(': ') + 2;
  const seat = Number(line.slice(5, start - 2));
  const name = parsed.nameOf(seat);
  // Players who joined during the hand are not in its list of seats.
  if (name === '' || !line.startsWith(name, start)) {
    if (/\(\S+ in chips\)/.test(line)) throw new HandParseError('two_hands_mixed', at);
    return;
  }
  parsed.keepName(at, start, start + name.length, seat);
  const rest = line.slice(start + name.length);
  const match = outcome.exec(rest);
  if (!match) return;
  if (match[5] !== undefined) {
    const cards = readCards(match[5]);
    if (!cards) throw new HandParseError('bad_card', at);
    parsed.show(seat, cards, at, true);
  }
  // A pot that the room keeps because its winner cashed out counts as won.
  if (rest.includes('(pot not awarded as player cashed out')) {
    for (const [, amount] of rest.matchAll(/ won \(([^)]*)\)/g)) parsed.award(seat, amountAt(amount, at), at);
  }
  if (match[1] !== undefined && isOtherThanShown(parsed, seat, match[1]))
    parsed.addOddity('summary_differs', at);
  checkWon(parsed, seat, rest, at);
}

function isOtherThanShown({ shows }: ParsedHand, seat: number, text: string): boolean {
  const shown = shows.find((show) => show.seat === seat)?.cards;
  const cards = readCards(text);
  return !shown || !cards || cards.some((card) => !shown.includes(card));
}
