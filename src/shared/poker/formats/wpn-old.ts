import type { PokerGame } from '../hand.ts';
import type { PostKind } from '../hand-limits.ts';
import { playedOnIn } from './dates.ts';
import { HandParseError } from './hand-parse-error.ts';
import { ParsedHand } from './parsed-hand.ts';
import { amountAt, cardsAt, readUncalled, streetsByName } from './parsed-values.ts';
import type { SiteParser } from './site-parser.ts';

/** Winning Poker Network until about 2018: one line per card, and at the end what each player bet and collected. */
export const wpnOld: SiteParser = {
  anonymousHead: (line) =>
    line.replace(
      /^(Game ID: )\d+ (\S+) (.*?)( ?\((?:JP|.*?, JP)\).*?)? ?(\([^()]*\))(?: \d+-max)?$/,
      (_all, id, stakes, table, jackpot, game) =>
        `${id}0 ${stakes} ${tournamentPattern.test(table) ? 'Tournament, Table 1' : 'Table'}${jackpot ? ' (JP)' : ''} ${game}`,
    ),
  read(lines, from, to) {
    let at = from + 1;
    while (at < to && lines[at] === '') at += 1;
    const parsed = readHead(lines[at] ?? '', at);
    parsed.playedOn = playedOnIn(lines[from] ?? '');
    parsed.keep(from);
    parsed.keep(at);
    const hasJackpot = /\bJP\)/.test(lines[at] ?? '');
    for (at += 1; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '') continue;
      if (line.startsWith('------ Summary')) {
        return readSummary(parsed, lines, at, to, hasJackpot);
      }
      readLine(parsed, line, at);
    }
    throw new HandParseError('unfinished', to - 1);
  },
};

const games: Record<string, PokerGame> = {
  "Hold'em": 'nlhe',
  Omaha: 'plo',
  '5Card Omaha': 'plo5',
  'Omaha HiLo': 'plo8',
  'Omaha H/L': 'plo8',
  'Omaha HiLow': 'plo8',
  "Six Plus Hold'em": 'shortdeck',
};

const tournamentPattern = /Tournament|On Demand|Sit ?& ?Go|Freeroll|GTD|, Table \d/i;

/** `Game ID: 1 0.02/0.05 Table - 6 (Hold'em)`. */
function readHead(line: string, at: number): ParsedHand {
  const match = /^Game ID: (\d+) ([\d.,]+K?)\/([\d.,]+K?) (.*) ?\(([^()]*)\)(?: \d+-max)?$/.exec(line);
  if (!match) throw new HandParseError('not_a_hand', at);
  const [, number = '', small, big, table = '', gameText = ''] = match;
  const game = games[gameText];
  if (!game) throw new HandParseError('unsupported_game', at);
  const isTournament = tournamentPattern.test(table);
  const parsed = new ParsedHand({
    game,
    kind: isTournament ? 'tournament' : 'cash',
    currency: isTournament ? null : 'USD',
  });
  parsed.stakes = { small: blindAt(small, at), big: blindAt(big, at) };
  parsed.number = number;
  return parsed;
}

/** `50`, or `1.5K` for 1,500, which may be rounded: the posted blinds give the exact amount. */
function blindAt(text: string | undefined, at: number): number {
  return text?.endsWith('K') ? amountAt(text.slice(0, -1), at) * 1_000 : amountAt(text, at);
}

function readLine(parsed: ParsedHand, line: string, at: number): void {
  if (line.startsWith('Player ')) {
    const rest = line.slice(7);
    const seat = parsed.seatBefore(rest);
    if (seat === undefined) {
      if (/ (?:folds|checks|calls|bets|raises|allin|posts|straddle|has (?:small|big))\b/.test(line)) {
        throw new HandParseError('unknown_player', at);
      }
      return;
    }
    const { length } = parsed.nameOf(seat);
    if (readAction(parsed, seat, rest.slice(length + 1), at)) parsed.keepName(at, 7, 7 + length, seat);
  } else if (line.startsWith('Seat ')) readSeat(parsed, line, at);
  else if (line.startsWith('*** ')) readStreet(parsed, line, at);
  else if (line.startsWith('Uncalled bet (')) readUncalled(parsed, line, at);
  else if (/cancell?ed/i.test(line)) throw new HandParseError('cancelled', at);
  else if (line.startsWith('Game ID: ')) throw new HandParseError('two_hands_mixed', at);
  else if (line.startsWith('Game ended')) throw new HandParseError('unfinished', at);
  else throw new HandParseError('unknown_line', at);
}

function readSeat(parsed: ParsedHand, line: string, at: number): void {
  const button = /^Seat (\d+) is the button$/.exec(line);
  const match = /^Seat (\d+): (.*) \(([\d.,]+)\)\.?$/.exec(line);
  if (button) {
    parsed.button = Number(button[1]);
    parsed.keep(at);
  } else if (match) {
    const [, seatText, name = '', stack] = match;
    const seat = Number(seatText);
    const start = (seatText?.length ?? 0) + 7;
    parsed.addSeat(seat, name, amountAt(stack, at), at);
    parsed.keepName(at, start, start + name.length, seat);
  } else throw new HandParseError('bad_amount', at);
}

function readStreet(parsed: ParsedHand, line: string, at: number): void {
  const match = /^\*\*\* ([A-Z]+) \*\*\*:? (.*)$/.exec(line);
  const street = streetsByName[match?.[1] ?? ''];
  if (!match || !street) throw new HandParseError('unknown_line', at);
  parsed.beginStreet(street, at);
  parsed.openBoard(0, cardsAt((match[2] ?? '').replaceAll(/[[\]]/g, ' '), at), at);
  parsed.keep(at);
}

const posts: Record<string, PostKind> = {
  'has small blind': 'small',
  'has big blind': 'big',
  ante: 'ante',
  'posts ante': 'ante',
  straddle: 'straddle',
  straddles: 'straddle',
  'posts dead': 'dead',
};

/** @returns false for a line that does not affect the hand */
function readAction(parsed: ParsedHand, seat: number, text: string, at: number): boolean {
  if (text === 'received a card.') return true;
  const card = /^received card: \[(.*)\]$/.exec(text);
  if (card) {
    const before = parsed.cardsOf(seat) ?? [];
    parsed.addCard(seat, cardsAt(card[1], at), at);
    if (before.length === 0) parsed.hero ??= seat;
    return true;
  }
  if (text === 'folds') parsed.fold(seat, at);
  else if (text === 'checks') parsed.check(seat, at);
  // `allin` without an amount, as for a disconnected player, means the whole remaining stack.
  else if (text === 'allin') parsed.putIn(seat, parsed.leftOf(seat), at);
  else {
    const match =
      /^(calls|bets|raises|caps?|allin|posts|ante|straddle|straddles|has small blind|has big blind|posts ante|posts dead) \(([^()]+)\)(?: as a dead bet)?$/.exec(
        text,
      );
    if (!match) {
      if (/^(?:folds|checks|calls|bets|raises|allin|posts|has (?:small|big)) ?/.test(text)) {
        throw new HandParseError('unknown_line', at);
      }
      return false;
    }
    const [, verb = '', amountText] = match;
    const amount = amountAt(amountText, at);
    const post = posts[verb];
    if (verb === 'calls') parsed.callWith(seat, amount, at);
    else if (post) parsed.post(seat, post, amount, at);
    else if (verb !== 'posts') parsed.putIn(seat, amount, at);
    else if (amount > parsed.stakes.big) parsed.postBoth(seat, amount, at);
    else parsed.post(seat, text.endsWith(' as a dead bet') ? 'dead' : 'enter', amount, at);
  }
  return true;
}

/**
 * Reads what each player bet and collected. The jackpot fee, which some texts do not state, is calculated as the bets
 * minus winnings and rake. A difference above `maxJackpot` is not a fee. `maxJackpot` is lower if the line with the
 * stakes does not name a jackpot (`JP`).
 */
function readSummary(
  parsed: ParsedHand,
  lines: readonly string[],
  from: number,
  to: number,
  hasJackpot: boolean,
): ParsedHand {
  parsed.keep(from);
  const unreadSeats = new Set(parsed.seats.filter(({ isDealt }) => isDealt).map(({ seat }) => seat));
  let totalBet = 0;
  let statedPot = 0;
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at] ?? '';
    const pot = /^Pot: ([\d.,]*\d)\.?(?: Rake ([\d.,]*\d)\.?)?(?: JP fee ([\d.,]*\d)\.?)?$/.exec(line);
    if (pot) {
      parsed.rake = pot[2] === undefined ? 0 : amountAt(pot[2], at);
      statedPot = amountAt(pot[1], at);
      parsed.fees.jackpot = pot[3] === undefined ? 0 : amountAt(pot[3], at);
      parsed.keep(at);
    } else if (line.startsWith('Board: [')) {
      if (cardsAt(line.slice(8, -1), at).join() !== parsed.boards[0]?.join())
        throw new HandParseError('board_differs', at);
      parsed.keep(at);
    } else if (line.startsWith('Player ') || line.startsWith('*Player ')) {
      const start = line.indexOf('Player ') + 7;
      const seat = parsed.seatBefore(line.slice(start));
      if (seat === undefined) continue;
      totalBet += readResult(parsed, line, at, seat, start);
      unreadSeats.delete(seat);
    } else if (line.startsWith('Game ended at: ')) parsed.keep(at);
  }
  if (parsed.rake === null || unreadSeats.size > 0) throw new HandParseError('unfinished', from);
  const won = parsed.wonBy();
  if (won !== statedPot) throw new HandParseError('does_not_balance', from);
  const jackpot = totalBet - won - parsed.rake;
  const maxJackpot = hasJackpot ? Math.max(50, totalBet / 40) : Math.min(50, totalBet / 100);
  if (jackpot > 0 && jackpot <= maxJackpot) parsed.fees.jackpot = jackpot;
  return parsed;
}

/** `Player x shows: One pair [9c Ac]. Bets: 8. Collects: 16.85. Wins: 8.85.` @returns what the player bet */
function readResult(parsed: ParsedHand, line: string, at: number, seat: number, start: number): number {
  const { length } = parsed.nameOf(seat);
  parsed.keepName(at, start, start + length, seat);
  const rest = line.slice(start + length);
  const money = /Bets: ([\d.,]+)\. Collects: ([\d.,]+)\. (?:Wins|Loses): ([\d.,]*\d)\.?$/.exec(rest);
  if (!money) throw new HandParseError('unfinished', at);
  const bets = amountAt(money[1], at);
  if (bets !== parsed.paidBy(seat)) throw new HandParseError('does_not_balance', at);
  const collects = amountAt(money[2], at);
  if (amountAt(money[3], at) !== Math.abs(collects - bets)) throw new HandParseError('does_not_balance', at);
  if (collects > 0) parsed.award(seat, collects, at);
  const shown = / (shows|mucks)[^[]*\[(.*?)\]/.exec(rest);
  if (shown) parsed.show(seat, cardsAt(shown[2], at), at, shown[1] === 'mucks');
  return bets;
}
