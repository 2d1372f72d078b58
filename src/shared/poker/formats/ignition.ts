import type { PokerGame } from '../hand.ts';
import type { PlayingCard } from '../playing-card.ts';
import { currencyIn } from './amounts.ts';
import { inBrackets } from './common-lines.ts';
import { playedOnIn } from './dates.ts';
import { HandParseError } from './hand-parse-error.ts';
import { ParsedHand } from './parsed-hand.ts';
import { amountAt, cardsAt, streetsByName } from './parsed-values.ts';
import type { SiteParser } from './site-parser.ts';

/** Ignition, Bovada and Bodog: positions in place of names, and the cards of all players. */
export const ignition: SiteParser = {
  anonymousHead: (line) =>
    line
      .replace(/Hand #C?\d+/, 'Hand #0')
      .replace(/TBL#\S+?(?=,| |$)/, 'TBL#0')
      .replace(/ID#\d+/, 'ID#0')
      .replace(/Tournament #\d+/, 'Tournament #0'),
  read(lines, from, to) {
    const parsed = readHead(lines[from] ?? '', from);
    parsed.keep(from);
    const deal = lines.indexOf('*** HOLE CARDS ***', from);
    const posts = lines.slice(from, deal === -1 || deal > to ? to : deal);
    const context = {
      isPosting: true,
      hasAntes: posts.some((line) => line.includes(' : Ante chip ')),
      isByList: areSeatsByList(posts),
    };
    let previous = '';
    for (let at = from + 1; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '') continue;
      if (line === '*** SUMMARY ***') {
        placeButton(parsed, context.isByList);
        return readSummary(parsed, lines, at, to);
      }
      if (line.startsWith('*** ')) {
        context.isPosting = false;
        readStreet(parsed, line, at);
      } else if (line === previous && isActionOrResult(line)) {
        parsed.addOddity('repeated_line', at);
        // The anonymous text keeps the repeated line, so that parsing the anonymous text raises the same oddity.
        parsed.keep(at);
      } else readLine(parsed, line, at, context);
      previous = line;
    }
    throw new HandParseError('unfinished', to - 1);
  },
};

/** Whether a line is an action or a result. Damaged files repeat such lines. */
const isActionOrResult = (line: string) =>
  / : (?:Raises|Calls?|Bets|Checks|Folds|All-in|Return |Hand result \S)/i.test(line);

/**
 * Whether a seat number is above 10 or lower than the one before it, as in some tournaments. If so, seats are numbered
 * by their order in the list.
 */
function areSeatsByList(lines: readonly string[]): boolean {
  const seats = lines.flatMap((line) => Number(/^Seat (\d+): .* in chips\)$/.exec(line)?.[1] ?? 0) || []);
  return seats.some((seat, index) => seat > 10 || seat < (seats[index - 1] ?? 0));
}

type LineContext = { isPosting: boolean; hasAntes: boolean; isByList: boolean };

const games: Record<string, PokerGame> = {
  'HOLDEM No Limit': 'nlhe',
  'HOLDEM Pot Limit': 'plhe',
  'HOLDEM Fixed Limit': 'flhe',
  'HOLDEM Limit': 'flhe',
  'OMAHA Pot Limit': 'plo',
  'OMAHA HL Pot Limit': 'plo8',
  'OMAHA_HL Pot Limit': 'plo8',
  'OMAHA HiLo Pot Limit': 'plo8',
};

/**
 * `Ignition Hand #1 TBL#2 HOLDEM No Limit - 2021-04-11 02:14:33`, or for tournaments `Hand #1: HOLDEM Tournament #2
 * TBL#3, No Limit- Level 1 (10/20) - …`. The stakes of cash games are known only from the blinds.
 */
function readHead(line: string, at: number): ParsedHand {
  const match =
    /Hand #(C?\d+):? +(?:(?:Zone Poker ID|TBL)#\S+ +)?([A-Z0-9_ ]+?(?: HiLo)?)(?:ZonePoker)?(?: Tournament #\S+ TBL#\S+)?,? (?:1 on 1 )?(?:(No|Pot|Fixed)? ?Limit(?: Normal| Turbo)?|(?:Normal|Turbo|Hyper ?Turbo))-? ?(?:- )?(?:Level (\d+) \(([\d.,]+)\/([\d.,]+)\))? ?(?:\[MVS\] ?)?(?:- )?(.*)$/.exec(
      line,
    );
  if (!match) throw new HandParseError(/7CARD|DRAW|STUD/.test(line) ? 'unsupported_game' : 'not_a_hand', at);
  const [, number = '', gameText = '', limit = unnamedLimit(line), level, small, big, date = ''] = match;
  const game = games[`${gameText.trim()} ${limit} Limit`];
  if (!game) throw new HandParseError('unsupported_game', at);
  const isTournament = line.includes(' Tournament #');
  const parsed = new ParsedHand({ game, kind: isTournament ? 'tournament' : 'cash', currency: null });
  if (level !== undefined) {
    parsed.stakes = { small: amountAt(small, at), big: amountAt(big, at), level: level.slice(0, 20) };
  }
  parsed.number = number;
  parsed.playedOn = playedOnIn(date);
  // If no line returns an uncalled bet, the seat's result may include it.
  parsed.awardsHoldReturns = 'maybe';
  return parsed;
}

/** The limit of a game if the first line does not name the limit, as in some tournaments. */
const unnamedLimit = (line: string) =>
  line.includes('Limit') ? 'Fixed' : line.includes('OMAHA') ? 'Pot' : 'No';

function readLine(parsed: ParsedHand, line: string, at: number, context: LineContext): void {
  if (/^Card (?:dealt )?to (?:the )?table \[/.test(line)) {
    dealToTable(parsed, cardsAt(inBrackets(line), at), at);
    return;
  }
  if (line.startsWith('Seat ') && !line.includes(' : ')) {
    const match = /^Seat (\d+): (.+?)( +\[ME\])? \(([^\s()]+) in chips\)$/.exec(line);
    if (match) {
      readSeat(parsed, match, at, context.isByList);
      return;
    }
  }
  const colon = line.indexOf(' : ');
  const name = line
    .slice(0, Math.max(colon, 0))
    .replace(/ +\[ME\]$/, '')
    .trim();
  const seat = parsed.seatNamed(name);
  const text = line.slice(colon + 3).replaceAll(/ chip info\b|\(timeout\)|-timeout(?=\))/g, '');
  if (colon !== -1 && seat !== undefined && readAction(parsed, seat, text, at, context)) parsed.keep(at);
  else if (readDealer(parsed, text, at)) return;
  else if (!isTableTalk(colon === -1 ? line : text)) {
    throw new HandParseError(colon !== -1 && seat === undefined ? 'unknown_player' : 'unknown_line', at);
  }
}

const isTableTalk = (text: string) =>
  /^(?:(?:Leave|Enter)\(Auto\)|Table (?:deposit|enter|leave|Info:)|Player Info:|Seating Info:|Set dealer\/Bring in spot$|Seat (?:sit (?:out|down)|re-join|stand)|Sit ?out|Re-join|Stand$|Ranking |Prize |Bounty |Draw for dealer|Rebuyin|Addon|Double rebuys|Big blind\/Bring in \(wait|Does not show|Showdown\(|Insurance|Cash out|Sit in|Time bank)/i.test(
    text,
  );

function readSeat(parsed: ParsedHand, match: RegExpExecArray, at: number, isByList: boolean): void {
  const [, seatText, name = '', me, stack = ''] = match;
  const seat = isByList ? parsed.seats.length + 1 : Number(seatText);
  parsed.addSeat(seat, name, amountAt(stack, at), at);
  if (parsed.game.kind === 'cash') parsed.game.currency ??= currencyIn(stack);
  if (me !== undefined) parsed.hero = seat;
  parsed.keep(at);
}

const posts = [
  ['Ante chip ', 'ante'],
  ['Ante/Small ', 'small'],
  ['Small ', 'small'],
  ['Big blind', 'big'],
  ['Big Blind ', 'big'],
  ['Posts dead chip ', 'dead'],
  ['Posts chip ', 'enter'],
] as const;

/** @returns false if the text is not an action */
function readAction(
  parsed: ParsedHand,
  seat: number,
  text: string,
  at: number,
  context: LineContext,
): boolean {
  const last = text.slice(text.lastIndexOf(' ') + 1);
  if (text.startsWith('All-in')) parsed.allIns.push({ seat, at });
  if (text.startsWith('Card dealt to a spot ')) {
    parsed.deal(seat, cardsAt(inBrackets(text), at), at);
    return true;
  }
  const post = posts.find(([words]) => text.startsWith(words));
  if (post && /\d$/.test(text)) {
    const amount = amountAt(last, at);
    if (post[1] === 'dead' && amount > parsed.stakes.big) parsed.postBoth(seat, amount, at);
    else parsed.post(seat, post[1], amount, at);
  } else if (/^Folds?\b/.test(text)) {
    parsed.fold(seat, at);
    if (text.includes('[')) showDealt(parsed, seat, at);
  } else if (/^Checks?\b/.test(text)) parsed.check(seat, at);
  else if (/^Calls? /.test(text)) parsed.callWith(seat, amountAt(last, at), at);
  else if (/^Bets? /.test(text)) parsed.putIn(seat, amountAt(last, at), at);
  else if (/^(?:Raises?|All-in\(raise\)) /.test(text)) {
    // Raises of old hands state one amount: for an all-in, what the seat adds; for other raises, the seat's total.
    if (!text.includes(' to ') && text.startsWith('All-in')) parsed.putIn(seat, amountAt(last, at), at);
    else if (!text.includes(' to ')) parsed.putTo(seat, amountAt(last, at), at);
    else parsed.raiseByAdding(seat, amountAt(text.split(' ')[1], at), amountAt(last, at), at);
  } else if (/^All-in(?: |\((?:bet|call)\) )/.test(text)) {
    const amount = amountAt(last, at);
    if (context.isPosting) parsed.post(seat, allInPost(parsed, seat, context), amount, at);
    else parsed.putIn(seat, amount, at);
  } else if (text.startsWith('Return uncalled portion of bet '))
    parsed.returnUncalled(seat, amountAt(last, at), at);
  else if (/^Hand result/i.test(text)) parsed.award(seat, amountAt(last, at), at);
  else if (/^Showdown \[/.test(text)) showDealt(parsed, seat, at);
  else if (/^Mucks/.test(text)) showDealt(parsed, seat, at, true);
  else return false;
  return true;
}

/** `Dealer : Set dealer [5]`; the seat may be empty. */
function readDealer(parsed: ParsedHand, text: string, at: number): boolean {
  const match = /^Set dealer\D*\[(\d+)\]/.exec(text);
  if (!match) return false;
  parsed.button = Number(match[1]);
  parsed.keep(at);
  return true;
}

/** Shows the cards that the seat was dealt, because a line of the showdown has the best five cards instead. */
function showDealt(parsed: ParsedHand, seat: number, at: number, isMucked = false): void {
  const cards = parsed.cardsOf(seat);
  if (cards) parsed.show(seat, cards, at, isMucked);
}

/** The kind of a post that took the whole stack. Its line does not name the kind. */
function allInPost(parsed: ParsedHand, seat: number, { hasAntes }: LineContext): 'ante' | 'small' | 'big' {
  const hasAnte = parsed.actions.some(
    (each) => each.a === 'post' && each.seat === seat && each.what === 'ante',
  );
  if (hasAntes && !hasAnte) return 'ante';
  return parsed.nameOf(seat) === 'Big Blind' ? 'big' : 'small';
}

/**
 * Adds the cards of a `Card to table` line to the board. Hands of early 2012 have such lines in place of
 * `*** FLOP ***`.
 */
function dealToTable(parsed: ParsedHand, cards: PlayingCard[], at: number): void {
  const board = [...(parsed.boards[0] ?? []), ...cards];
  const street = (['flop', 'turn', 'river'] as const)[board.length - 3];
  if (!street) throw new HandParseError('bad_card', at);
  parsed.keep(at);
  parsed.beginStreet(street, at);
  parsed.openBoard(0, board, at);
}

function readStreet(parsed: ParsedHand, line: string, at: number): void {
  const name = line.slice(4, line.indexOf(' ***', 4));
  const street = streetsByName[name];
  parsed.keep(at);
  if (street) {
    parsed.beginStreet(street, at);
    parsed.openBoard(0, cardsAt(line.slice(name.length + 8).replaceAll(/[[\]]/g, ' '), at), at);
  } else if (name !== 'HOLE CARDS') {
    throw new HandParseError(/STREET|DRAW/.test(name) ? 'unsupported_game' : 'unknown_line', at);
  }
}

/**
 * The button is at the seat that a line names. Without such a line, or if seats are numbered by their order in the
 * list, it is at the seat called Dealer, or else at the seat before the first blind.
 */
function placeButton(parsed: ParsedHand, isByList: boolean): void {
  parsed.maxSeats = parsed.seats.some(({ seat }) => seat > 6) ? 9 : 6;
  const dealer = parsed.seatNamed('Dealer');
  if (isByList) parsed.button = dealer ?? null;
  if (parsed.button !== null) return;
  const blind = parsed.seatNamed('Small Blind') ?? parsed.seatNamed('Big Blind');
  if (dealer !== undefined) parsed.button = dealer;
  else if (blind !== undefined) parsed.button = blind === 1 ? parsed.maxSeats : blind - 1;
}

/** `Total Pot($1.60) | Rake ($0.08)`; the total includes the rake. Fast-fold games leave the summary empty. */
function readSummary(parsed: ParsedHand, lines: readonly string[], from: number, to: number): ParsedHand {
  parsed.keep(from);
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const total = /^Total Pot\((\S+?)\)(?: \| Rake \((\S+?)\))?/.exec(line);
    if (total) {
      parsed.statedPot = amountAt(total[1], at);
      if (total[2] !== undefined) parsed.rake = amountAt(total[2], at);
    } else if (line.startsWith('Board [')) {
      const board = parsed.boards[0] ?? [];
      if (cardsAt(inBrackets(line), at).join() !== board.join())
        throw new HandParseError('board_differs', at);
    } else if (!line.startsWith('Seat+') || / in chips\)/.test(line)) {
      if (/ in chips\)| : |^\*\*\* /.test(line)) throw new HandParseError('two_hands_mixed', at);
      continue;
    }
    parsed.keep(at);
  }
  return parsed;
}
