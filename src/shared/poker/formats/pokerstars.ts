import type { PostKind } from '../hand-limits.ts';
import { parseAmount } from './amounts.ts';
import { HandParseError } from './hand-parse-error.ts';
import type { ParsedHand } from './parsed-hand.ts';
import { amountAt, cardsAt, readUncalled, streetsByName } from './parsed-values.ts';
import { readCard } from './read-card.ts';
import type { SiteParser } from './site-parser.ts';
import { readStarsHead } from './stars-head.ts';
import { isTableTalk } from './stars-lines.ts';
import { readStarsSummary } from './stars-summary.ts';

/** PokerStars, GGPoker, and the rooms and software that use their format. */
export const pokerStars: SiteParser = {
  anonymousHead: (line) =>
    withoutTournament(
      line
        .replace(/#[A-Z]{0,4}\d+: /, '#0: ')
        .replace(/\{.*\} /, '')
        // Hands of the Italian site also have a number from the regulator.
        .replace(/ \[(?:AAMS|ADM) ID: \w+\]/, ''),
    ).replace(/^Table (?:.*'|[^']*?(?= \d+-max | Seat #))/i, "Table 'Table'"),
  read(lines, from, to) {
    const parsed = readStarsHead(lines[from] ?? '', from);
    parsed.keep(from);
    let at = readSeats(parsed, lines, from + 1, to);
    const context: LineContext = { run: null, isHeroNamed: parsed.hero !== null };
    for (; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '') continue;
      if (line === '*** SUMMARY ***') return readStarsSummary(parsed, lines, at, to);
      readLine(parsed, line, at, context);
    }
    throw new HandParseError('unfinished', to - 1);
  },
};

const gameName =
  /(?:(?:6\+|6 Plus|Short ?Deck|Split|Showtime|Unfold|Tempest|Swap|Deep Water|Pineapple|Irish|Fusion) ?)?(?:Hold'?em|(?:(?:[56]|Five|Six)[- ]Card )?(?:Omaha|PLO))|Short ?Deck/gi;

/** Replaces a tournament's number, and removes its title, which ends before the game, such as `Hold'em` or `PLO`. */
function withoutTournament(line: string): string {
  const tournament = /Tournament #\d+, /i.exec(line);
  if (!tournament) return line;
  const rest = line.slice(tournament.index + tournament[0].length);
  const game = [...rest.matchAll(gameName)].at(-1);
  return `${line.slice(0, tournament.index)}Tournament #0, ${game ? rest.slice(game.index) : ''}`;
}

type LineContext = {
  /** The run that the current lines are about, counted from 0. Null until a line names a run. */
  run: number | null;
  /** Whether the list of seats names the hero. */
  isHeroNamed: boolean;
};

function readSeats(parsed: ParsedHand, lines: readonly string[], from: number, to: number): number {
  let at = from;
  for (; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    if (line.startsWith('Table ')) {
      const rest = line.slice(line.lastIndexOf("'") + 1);
      parsed.maxSeats = Number(/ (\d+)-max /i.exec(rest)?.[1] ?? 0);
      parsed.button = Number(/Seat #(\d+) is the button/.exec(rest)?.[1] ?? 0) || null;
      parsed.keep(at);
      continue;
    }
    const match = line.startsWith('Seat ') ? /^Seat (\d+): /.exec(line) : null;
    if (!match || isActionOf(parsed, line)) break;
    readSeat(parsed, line, at, Number(match[1]), match[0].length);
  }
  if (parsed.seats.length === 0) throw new HandParseError('no_seats', from);
  return at;
}

/** Whether a line is an action in an anonymous text, such as `Seat 3: folds`. */
const isActionOf = (parsed: ParsedHand, line: string) =>
  parsed.seatNamed(line.slice(0, line.indexOf(':'))) !== undefined && !stackPattern.test(line);

const stackPattern =
  / \((\S+)(?: in chips)?(?:, (\S+) bounty)?\)( \[hero\]| is sitting out| out of hand.*)?$/;

function readSeat(parsed: ParsedHand, line: string, at: number, seat: number, start: number): void {
  const match = stackPattern.exec(line);
  const stack = match ? parseAmount(match[1] ?? '') : undefined;
  if (!match || stack === undefined) throw new HandParseError('bad_amount', at);
  const bounty = match[2] === undefined ? undefined : parseAmount(match[2]);
  parsed.addSeat(seat, line.slice(start, match.index), stack, at, bounty);
  if (match[3] === ' [hero]') parsed.hero = seat;
  parsed.keepName(at, start, match.index, seat);
}

function readLine(parsed: ParsedHand, line: string, at: number, context: LineContext): void {
  // A name may contain colons, so the longest possible name is tried first.
  for (let colon = line.lastIndexOf(': '); colon > 0; colon = line.lastIndexOf(': ', colon - 1)) {
    const seat = parsed.seatNamed(line.slice(0, colon));
    if (seat === undefined) continue;
    if (readAction(parsed, seat, line.slice(colon + 2), at)) {
      parsed.keepName(at, 0, colon, seat);
      return;
    }
    break;
  }
  if (line.startsWith('*** ')) readStreet(parsed, line, at, context);
  else if (line.startsWith('Dealt to ')) readDealt(parsed, line, at, context);
  else if (line.startsWith('Uncalled bet (')) readUncalled(parsed, line, at);
  else if (line.startsWith('Hand cancelled')) throw new HandParseError('cancelled', at);
  else if (isMoneyOfRoom(line)) throw new HandParseError('does_not_balance', at);
  else if (
    !readCollected(parsed, line, at, context) &&
    !readCashOut(parsed, line, at) &&
    !readShownWithoutColon(parsed, line, at) &&
    !isTableTalk(line)
  ) {
    throw new HandParseError(isAction(line) ? 'unknown_player' : 'unknown_line', at);
  }
}

/** Money that the room adds to the pot: GGPoker's cash drop and Run It Once's splash. */
const isMoneyOfRoom = (line: string) => /^(?:Cash Drop to Pot|STP added) ?:/i.test(line);

const isAction = (line: string) =>
  /: (?:folds|checks|calls|bets|raises|posts)\b/.test(line) || / collected \S+ from/.test(line);

/** @returns false if the text is not an action */
function readAction(parsed: ParsedHand, seat: number, text: string, at: number): boolean {
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
      if (words[2] !== 'to') throw new HandParseError('unknown_line', at);
      parsed.raiseTo(seat, amountAt(words[3], at), at, amountAt(words[1], at));
      return true;
    case 'posts':
    case 'straddle':
      readPost(parsed, seat, text, at);
      return true;
    case 'shows':
      readShown(parsed, seat, text, at);
      return true;
    case 'mucks':
      if (text.startsWith('mucks [')) readShown(parsed, seat, text, at, true);
      return text === 'mucks' || /^mucks (?:hand|\[)/.test(text);
    case "doesn't":
    case 'does':
      return /^(?:doesn't|does not) show/.test(text);
    case 'Pays':
    case 'Receives':
      return readGgCashOut(parsed, seat, text, at);
    default:
      return false;
  }
}

const postPattern =
  /^(?:posts )?(?:an? |the )?([a-z&\s]+?) (\S+?)(?: and is all-in)?(?: and has reached the \S+ cap)?$/;

const posts: Record<string, PostKind | 'both'> = {
  'small blind': 'small',
  'big blind': 'big',
  'small & big blinds': 'both',
  ante: 'ante',
  straddle: 'straddle',
  'button blind': 'enter',
  'missed blind': 'dead',
  'missed small blind': 'dead',
  'dead blind': 'dead',
  'dead small blind': 'dead',
};

function readPost(parsed: ParsedHand, seat: number, text: string, at: number): void {
  const match = postPattern.exec(text);
  const what = posts[match?.[1] ?? ''];
  if (!match || !what) throw new HandParseError('unknown_line', at);
  const amount = amountAt(match[2], at);
  // The small blind is posted first. A second small blind, or one after the big blind, was missed in an earlier hand.
  const isMissed = what === 'small' && (parsed.hasPosted('small') || parsed.hasPosted('big'));
  const isOnlyBlind = match[1] === 'button blind' && parsed.game.game === 'shortdeck';
  if (what === 'both') parsed.postBoth(seat, amount, at);
  else if (isOnlyBlind) parsed.post(seat, 'big', amount, at);
  // The stated amount of a straddle includes what its seat has posted before.
  else if (what === 'straddle') parsed.post(seat, what, amount - parsed.betOf(seat), at);
  else parsed.post(seat, isMissed ? 'dead' : what, amount, at);
}

/** Reads `shows [Ah Kd] (a pair)`. A hidden card is missing, or written as `??` or `-`. */
function readShown(parsed: ParsedHand, seat: number, text: string, at: number, isMucked = false): void {
  const inside = text.slice(text.indexOf('[') + 1, text.indexOf(']'));
  if (!text.includes('[') || !text.includes(']')) throw new HandParseError('bad_card', at);
  const cards = inside
    .split(' ')
    .map((card) => (card === '??' || card === '-' ? null : (readCard(card) ?? -1)));
  if (cards.includes(-1)) throw new HandParseError('bad_card', at);
  parsed.show(seat, cards, at, isMucked);
}

/** Run It Once writes `Ada shows [Ah Kd] for a pair`. */
function readShownWithoutColon(parsed: ParsedHand, line: string, at: number): boolean {
  const end = line.indexOf(' shows [');
  const seat = end === -1 ? undefined : parsed.seatNamed(line.slice(0, end));
  if (seat === undefined) return false;
  readShown(parsed, seat, line.slice(end + 1), at);
  parsed.keepName(at, 0, end, seat);
  return true;
}

function readDealt(parsed: ParsedHand, line: string, at: number, { isHeroNamed }: LineContext): void {
  const open = line.endsWith(']') ? line.lastIndexOf(' [') : -1;
  const name = line.slice(9, open === -1 ? undefined : open);
  const seat = parsed.seatNamed(name);
  if (seat === undefined) throw new HandParseError('unknown_player', at);
  parsed.keepName(at, 9, 9 + name.length, seat);
  if (open === -1) return;
  parsed.deal(seat, cardsAt(line.slice(open + 2, -1), at), at);
  // If the text shows the cards of several players, the hero is unknown.
  const isOnly = parsed.seats.every((own) => own.seat === seat || !own.cards);
  if (!isHeroNamed) parsed.hero = isOnly ? seat : null;
}

const runNames = ['FIRST', 'SECOND', 'THIRD'];

/** `*** FLOP *** [2c 3d 4h]`, `*** SECOND TURN *** [2c 3d 4h] [5s]`, `*** FIRST SHOW DOWN ***`. */
function readStreet(parsed: ParsedHand, line: string, at: number, context: LineContext): void {
  const end = line.indexOf(' ***', 4);
  const words = line.slice(4, end).split(' ');
  const run = runNames.indexOf(words[0] ?? '');
  const street = streetsByName[words[run === -1 ? 0 : 1] ?? ''];
  parsed.keep(at);
  if (run !== -1) context.run = run;
  if (!street) {
    if (
      !/^(?:FIRST |SECOND |THIRD )?(?:SHOW ?DOWN|HOLE CARDS|PRE-?FLOP|DEALING HANDS)$/.test(
        line.slice(4, end),
      )
    ) {
      throw new HandParseError(/STREET|DRAW/.test(line) ? 'unsupported_game' : 'unknown_line', at);
    }
    return;
  }
  parsed.beginStreet(street, at);
  parsed.openBoard(Math.max(run, 0), cardsAt(line.slice(end + 4).replaceAll(/[[\]]/g, ' '), at), at);
}

const collected =
  / collected \(?(\S+?)\)? from (?:(?:the )?pot|(main|side) pot(?:[ -](\d+))?)(?: #?\d+)?(?: \(.*\))?$/;

function readCollected(parsed: ParsedHand, line: string, at: number, context: LineContext): boolean {
  const match = line.includes(' collected ') ? collected.exec(line) : null;
  if (!match) return false;
  const seat = parsed.seatNamed(line.slice(0, match.index));
  if (seat === undefined) throw new HandParseError('unknown_player', at);
  const pot = match[2] === 'main' ? 0 : match[2] === 'side' ? Number(match[3] ?? 1) : null;
  parsed.award(seat, amountAt(match[1], at), at, pot, context.run);
  parsed.keepName(at, 0, match.index, seat);
  return true;
}

/** Reads a cash-out, which the room pays outside of the pot. */
function readCashOut(parsed: ParsedHand, line: string, at: number): boolean {
  const match = line.includes(' cashed out ')
    ? / cashed out the hand for (\S+?)(?: \| Cash Out Fee (\S+))?$/.exec(line)
    : null;
  const seat = match ? parsed.seatNamed(line.slice(0, match.index)) : undefined;
  if (!match || seat === undefined) return false;
  parsed.cashOuts.push({ seat, amount: amountAt(match[1], at), fee: amountAt(match[2] ?? '0', at) });
  parsed.keepName(at, 0, match.index, seat);
  return true;
}

function readGgCashOut(parsed: ParsedHand, seat: number, text: string, at: number): boolean {
  const match = /^(Pays|Receives) Cash-?out(?: Risk)? \((\S+)\)$/i.exec(text);
  if (!match) return false;
  const amount = amountAt(match[2], at);
  const known = parsed.cashOuts.find((each) => each.seat === seat) ?? { seat, amount: 0, fee: 0 };
  if (!parsed.cashOuts.includes(known)) parsed.cashOuts.push(known);
  if (match[1] === 'Pays') known.fee += amount;
  else known.amount += amount;
  return true;
}
