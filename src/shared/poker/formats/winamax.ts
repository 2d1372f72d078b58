import type { PokerGame } from '../hand.ts';
import { currencyIn } from './amounts.ts';
import { readDealt, unknownLine } from './common-lines.ts';
import { playedOnIn } from './dates.ts';
import { HandParseError } from './hand-parse-error.ts';
import { ParsedHand } from './parsed-hand.ts';
import { amountAt, cardsAt, streetsByName } from './parsed-values.ts';
import type { SiteParser } from './site-parser.ts';
import { readWinamaxSummary } from './winamax-summary.ts';

/** Winamax: no colon after names, the stated pot excludes the rake, and awards may include uncalled bets. */
export const winamax: SiteParser = {
  anonymousHead: (line) =>
    line
      .replace(
        /^(Winamax Poker - Tournament) .*( level: \S+ - HandId: #)/,
        '$1 "Tournament" buyIn: 0€ + 0€$2',
      )
      .replace(/^(Winamax Poker - (?!Tournament)[^"]*)".*"(?= - HandId: #)/, '$1"Pool"')
      .replace(/HandId: #[\d-]+/, 'HandId: #0')
      .replace(/^(Table:?) '.*'/, "$1 'Table'"),
  read(lines, from, to) {
    const parsed = readHead(lines[from] ?? '', from);
    parsed.keep(from);
    let isPosting = true;
    for (let at = from + 1; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '') continue;
      if (line === '*** SUMMARY ***') return readWinamaxSummary(parsed, lines, at, to);
      if (line.startsWith('*** PRE-FLOP')) isPosting = false;
      readLine(parsed, line, at, isPosting);
    }
    throw new HandParseError('unfinished', to - 1);
  },
};

const games: Record<string, PokerGame> = {
  'holdem no limit': 'nlhe',
  'holdem pot limit': 'plhe',
  'holdem fixed limit': 'flhe',
  'holdem limit': 'flhe',
  'omaha pot limit': 'plo',
  'omaha5 pot limit': 'plo5',
  '5 card omaha pot limit': 'plo5',
  'omaha6 pot limit': 'plo6',
  'omaha8 pot limit': 'plo8',
  'omaha hi-lo pot limit': 'plo8',
  'omaha hi/lo pot limit': 'plo8',
};

/**
 * `… - HandId: #1-2-3 - Holdem no limit (0.50€/1€) - 2013/10/25 02:15:28 UTC`. If there are three stakes, the first is
 * the ante, before the small and the big blind.
 */
function readHead(line: string, at: number): ParsedHand {
  const start = line.lastIndexOf('HandId: #');
  const match = /^HandId: #([\d-]+) - (.+?) \((.+?)\) - (.*)$/.exec(line.slice(start));
  if (!match) throw new HandParseError('not_a_hand', at);
  const [, number = '', gameText = '', stakesText = '', date = ''] = match;
  const game = games[gameText.toLowerCase()];
  if (!game) throw new HandParseError('unsupported_game', at);
  const isTournament = line.startsWith('Winamax Poker - Tournament');
  const stakes = stakesText.split('/');
  const small = amountAt(stakes.at(-2), at);
  const big = amountAt(stakes.at(-1), at);
  const parsed = new ParsedHand({
    game,
    kind: isTournament ? 'tournament' : 'cash',
    currency: isTournament ? null : currencyIn(stakes.at(-1) ?? ''),
  });
  const level = isTournament ? /level: (\S{1,20}) - $/.exec(line.slice(0, start))?.[1] : undefined;
  parsed.stakes = { small, big, ...(level !== undefined && { level }) };
  parsed.number = number;
  parsed.playedOn = playedOnIn(date);
  parsed.awardsHoldReturns = 'maybe';
  return parsed;
}

/** Some lines of the showdown state the player's position after the name. */
const position = /^\((?:small blind|big blind|button)\) /;

function readLine(parsed: ParsedHand, line: string, at: number, isPosting: boolean): void {
  const seat = parsed.seatBefore(line);
  if (seat !== undefined) {
    const { length } = parsed.nameOf(seat);
    const text = line.slice(length + 1).replace(position, '');
    if (readAction(parsed, seat, text, at, isPosting)) parsed.keepName(at, 0, length, seat);
    else if (!isTableTalk(line)) throw new HandParseError('unknown_line', at);
  } else if (line.startsWith('*** ')) readStreet(parsed, line, at);
  else if (/^Table:? '/.test(line)) readTable(parsed, line, at);
  else if (line.startsWith('Seat ')) readSeat(parsed, line, at);
  else if (line.startsWith('Dealt to ')) readDealt(parsed, line, at);
  // The room adds this money to the pot, so the pot exceeds what the players paid.
  else if (/^(?:Hold-up|Escape) to Pot: /.test(line)) throw new HandParseError('does_not_balance', at);
  else if (!isTableTalk(line)) throw unknownLine(line, at);
}

const isTableTalk = (line: string) =>
  / (?:said|den(?:y|ies)|is sitting out|sits out|is disconnected|is connected|has left|has joined|joined|left|doesn't show|mucks|wins? .*(?:bounty|ticket)|finished|time ?out|timed out|re-?buys?|rebought|add-?on|is back|was moved|has returned)\b/i.test(
    line,
  );

function readTable(parsed: ParsedHand, line: string, at: number): void {
  const match = /(\d+)-max .*Seat #(\d+) is the button$/.exec(line.slice(line.lastIndexOf("'") + 1));
  parsed.maxSeats = Number(match?.[1] ?? 0);
  parsed.button = match ? Number(match[2]) : null;
  parsed.keep(at);
}

function readSeat(parsed: ParsedHand, line: string, at: number): void {
  const head = /^Seat (\d+): /.exec(line);
  const match = / \(([^\s(),]+(?: [\d.,]+)*[^\s(),]*)(?:, (\S+?)(?: bounty)?)?\)$/.exec(line);
  if (!head || !match) throw new HandParseError('bad_amount', at);
  const seat = Number(head[1]);
  const bounty = match[2] === undefined ? undefined : amountAt(match[2], at);
  parsed.addSeat(seat, line.slice(head[0].length, match.index), amountAt(match[1], at), at, bounty);
  parsed.keepName(at, head[0].length, match.index, seat);
}

function readStreet(parsed: ParsedHand, line: string, at: number): void {
  const end = line.indexOf(' ***', 4);
  const name = line.slice(4, end);
  const street = streetsByName[name];
  parsed.keep(at);
  if (street) {
    parsed.beginStreet(street, at);
    parsed.openBoard(0, cardsAt(line.slice(end + 4).replaceAll(/[[\]:]/g, ' '), at), at);
  } else if (!/^(?:ANTE\/BLINDS|PRE-FLOP|SHOW ?DOWN)$/.test(name)) {
    throw new HandParseError(/STREET|DRAW/.test(name) ? 'unsupported_game' : 'unknown_line', at);
  }
}

/** @returns false if the text is not an action */
function readAction(parsed: ParsedHand, seat: number, text: string, at: number, isPosting: boolean): boolean {
  if (text.endsWith(' and is all-in')) parsed.allIns.push({ seat, at });
  const words = text.split(' ');
  switch (words[0]) {
    case 'folds':
      parsed.fold(seat, at);
      return true;
    case 'checks':
      parsed.check(seat, at);
      return true;
    case 'calls':
      parsed.callWith(seat, amountAt(words[1], at), at);
      return true;
    case 'bets':
      parsed.putIn(seat, amountAt(words[1], at), at);
      return true;
    case 'raises':
      if (words[2] !== 'to') return false;
      if (isPosting) postRaised(parsed, seat, amountAt(words[1], at), amountAt(words[3], at), at);
      else parsed.raiseTo(seat, amountAt(words[3], at), at, amountAt(words[1], at));
      return true;
    case 'posts':
      readPost(parsed, seat, words, at);
      return true;
    case 'shows':
      parsed.show(seat, cardsAt(/\[(.*?)\]/.exec(text)?.[1], at), at);
      return true;
    case 'collected':
      readCollected(parsed, seat, text, at);
      return true;
    default:
      return false;
  }
}

/** Before the deal, `raises 1€ to 3€` is a dead small blind and a live big blind. */
function postRaised(parsed: ParsedHand, seat: number, dead: number, total: number, at: number): void {
  parsed.post(seat, 'dead', dead, at);
  parsed.post(seat, 'enter', total - dead, at);
}

function readPost(parsed: ParsedHand, seat: number, words: readonly string[], at: number): void {
  const what = words.slice(1, words[1] === 'ante' || words[1] === 'straddle' ? 2 : 3).join(' ');
  const amount = amountAt(words[what.split(' ').length + 1], at);
  const hasPosted = (kind: string) =>
    parsed.actions.some((each) => each.a === 'post' && each.seat === seat && each.what === kind);
  if (what === 'ante') parsed.post(seat, 'ante', amount, at);
  else if (what === 'straddle') parsed.post(seat, 'straddle', amount, at);
  else if (what === 'big blind') parsed.post(seat, 'big', amount, at);
  else if (what === 'small blind') {
    const isLate = words.includes('position');
    const isDead = isLate || hasPosted('enter') || hasPosted('big');
    // A late post of more than the small blind is both blinds in one amount.
    if (isLate && amount > parsed.stakes.small) parsed.postBoth(seat, amount, at);
    else parsed.post(seat, isDead ? 'dead' : 'small', amount, at);
  } else throw new HandParseError('unknown_line', at);
}

function readCollected(parsed: ParsedHand, seat: number, text: string, at: number): void {
  const match = /^collected (.+?) from (?:pot|(main) pot|side pot ?(\d*))(?: ?\((?:HI|LO)\))?$/.exec(text);
  if (!match) throw new HandParseError('unknown_line', at);
  const pot = match[2] ? 0 : match[3] === undefined ? null : Number(match[3] || 1);
  parsed.award(seat, amountAt(match[1], at), at, pot);
}
