import type { PokerGame } from '../hand.ts';
import type { PlayingCard } from '../playing-card.ts';
import { currencyIn } from './amounts.ts';
import { RefusedHand } from './refusal.ts';
import type { SiteReader } from './site-reader.ts';
import { playedOnIn } from './stars-head.ts';
import { type StreetName, ToldHand } from './told-hand.ts';
import { amountAt, cardsAt } from './told-values.ts';

/** Ignition, Bovada and Bodog: positions in place of names, and the cards of all players. */
export const ignition: SiteReader = {
  siteOf: () => 'ignition',
  begins: (line) => /^(?:Ignition|Bovada|Bodog)[\w. ]{0,12} Hand #/.test(line),
  anonymousHead: (line) =>
    line
      .replace(/Hand #C?\d+/, 'Hand #0')
      .replace(/TBL#\S+?(?=,| |$)/, 'TBL#0')
      .replace(/ID#\d+/, 'ID#0')
      .replace(/Tournament #\d+/, 'Tournament #0'),
  read(lines, from, to) {
    const told = readHead(lines[from] ?? '', from);
    told.keep(from);
    const deal = lines.indexOf('*** HOLE CARDS ***', from);
    const posts = lines.slice(from, deal === -1 || deal > to ? to : deal);
    const place = {
      isPosting: true,
      hasAntes: posts.some((line) => line.includes(' : Ante chip ')),
      isByList: areSeatsByList(posts),
    };
    for (let at = from + 1; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '') continue;
      if (line === '*** SUMMARY ***') {
        placeButton(told, place.isByList);
        return readSummary(told, lines, at, to);
      }
      if (line.startsWith('*** ')) {
        place.isPosting = false;
        readStreet(told, line, at);
      } else if (line === lines[at - 1] && isMoney(line)) {
        told.doubt('told_twice', at);
        // The anonymous text is as odd as this one.
        told.keep(at);
      } else readLine(told, line, at, place);
    }
    throw new RefusedHand('unfinished', to - 1);
  },
};

/** Damaged files tell a line several times. */
const isMoney = (line: string) =>
  / : (?:Raises|Calls?|Bets|Checks|Folds|All-in|Return |Hand result \S)/i.test(line);

/** Tournaments may number seats across tables or in any order: then the places in the list count. */
function areSeatsByList(lines: readonly string[]): boolean {
  const seats = lines.flatMap((line) => Number(/^Seat (\d+): .* in chips\)$/.exec(line)?.[1] ?? 0) || []);
  return seats.some((seat, index) => seat > 10 || seat < (seats[index - 1] ?? 0));
}

type Place = { isPosting: boolean; hasAntes: boolean; isByList: boolean };

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
 * `Ignition Hand #1 TBL#2 HOLDEM No Limit - 2021-04-11 01:51:42`, or for tournaments `Hand #1: HOLDEM Tournament #2 TBL#3,
 * No Limit- Level 1 (10/20) - …`. Cash games name no stakes: the blinds tell them.
 */
function readHead(line: string, at: number): ToldHand {
  const match =
    /Hand #(C?\d+):? +(?:(?:Zone Poker ID|TBL)#\S+ +)?([A-Z0-9_ ]+?(?: HiLo)?)(?:ZonePoker)?(?: Tournament #\S+ TBL#\S+)?,? (?:(No|Pot|Fixed)? ?Limit(?: Normal| Turbo)?|(?:Normal|Turbo|Hyper ?Turbo))-? ?(?:- )?(?:Level (\d+) \(([\d.,]+)\/([\d.,]+)\))? ?(?:\[MVS\] ?)?(?:- )?(.*)$/.exec(
      line,
    );
  if (!match) throw new RefusedHand(/7CARD|DRAW|STUD/.test(line) ? 'unsupported_game' : 'not_a_hand', at);
  const [, number = '', gameText = '', limit = unnamedLimit(line), level, small, big, date = ''] = match;
  const game = games[`${gameText.trim()} ${limit} Limit`];
  if (!game) throw new RefusedHand('unsupported_game', at);
  const isTournament = line.includes(' Tournament #');
  const told = new ToldHand({ game, kind: isTournament ? 'tournament' : 'cash', currency: null });
  if (level !== undefined) {
    told.stakes = { small: amountAt(small, at), big: amountAt(big, at), level };
  }
  told.number = number;
  told.playedOn = playedOnIn(date);
  told.awardsHoldReturns = 'maybe';
  return told;
}

/** Some tournaments name only their speed. */
const unnamedLimit = (line: string) =>
  line.includes('Limit') ? 'Fixed' : line.includes('OMAHA') ? 'Pot' : 'No';

function readLine(told: ToldHand, line: string, at: number, place: Place): void {
  if (/^Card (?:dealt )?to (?:the )?table \[/.test(line)) {
    dealToTable(told, cardsAt(inBrackets(line), at), at);
    return;
  }
  if (line.startsWith('Seat ') && !line.includes(' : ')) {
    const match = /^Seat (\d+): (.+?)( +\[ME\])? \(([^\s()]+) in chips\)$/.exec(line);
    if (match) {
      readSeat(told, match, at, place.isByList);
      return;
    }
  }
  const colon = line.indexOf(' : ');
  const name = line
    .slice(0, Math.max(colon, 0))
    .replace(/ +\[ME\]$/, '')
    .trim();
  const seat = told.seatNamed(name);
  const text = line.slice(colon + 3).replace(/\(timeout\)|-timeout(?=\))/, '');
  if (colon !== -1 && seat !== undefined && readAction(told, seat, text, at, place)) told.keep(at);
  else if (readDealer(told, text, at)) return;
  else if (!isTableTalk(colon === -1 ? line : text)) {
    throw new RefusedHand(colon !== -1 && seat === undefined ? 'unknown_player' : 'unknown_line', at);
  }
}

const isTableTalk = (text: string) =>
  /^(?:(?:Leave|Enter)\(Auto\)|Table (?:deposit|enter|leave|Info:)|Player Info:|Seating Info:|Set dealer\/Bring in spot$|Seat (?:sit (?:out|down)|re-join|stand)|Sit ?out|Re-join|Stand$|Ranking |Prize |Bounty |Draw for dealer|Rebuyin|Addon|Double rebuys|Big blind\/Bring in \(wait|Does not show|Showdown\(|Insurance|Cash out|Sit in|Time bank)/i.test(
    text,
  );

function readSeat(told: ToldHand, match: RegExpExecArray, at: number, isByList: boolean): void {
  const [, seatText, name = '', me, stack = ''] = match;
  const seat = isByList ? told.seats.length + 1 : Number(seatText);
  told.addSeat(seat, name, amountAt(stack, at), at);
  if (told.game.kind === 'cash') told.game.currency ??= currencyIn(stack);
  if (me !== undefined) told.hero = seat;
  told.keep(at);
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

/** @returns false for what is no action */
function readAction(told: ToldHand, seat: number, text: string, at: number, place: Place): boolean {
  const last = text.slice(text.lastIndexOf(' ') + 1);
  if (text.startsWith('Card dealt to a spot ')) {
    told.deal(seat, cardsAt(inBrackets(text), at), at);
    return true;
  }
  const post = posts.find(([words]) => text.startsWith(words));
  if (post && /\d$/.test(text)) {
    const amount = amountAt(last, at);
    if (post[1] === 'dead' && amount > told.stakes.big) told.postBoth(seat, amount, at);
    else told.post(seat, post[1], amount, at);
  } else if (/^Folds?\b/.test(text)) {
    told.fold(seat, at);
    if (text.includes('[')) showDealt(told, seat, at);
  } else if (/^Checks?\b/.test(text)) told.check(seat, at);
  else if (/^Calls? /.test(text)) told.callWith(seat, amountAt(last, at), at);
  else if (/^Bets? /.test(text)) told.betWith(seat, amountAt(last, at), at);
  else if (/^(?:Raises?|All-in\(raise\)) /.test(text)) {
    // Old hands tell the total only.
    if (!text.includes(' to ') && text.startsWith('All-in')) told.putIn(seat, amountAt(last, at), at);
    else if (!text.includes(' to ')) told.putTo(seat, amountAt(last, at), at);
    else told.raiseByAdding(seat, amountAt(text.split(' ')[1], at), amountAt(last, at), at);
  } else if (/^All-in(?: |\((?:bet|call)\) )/.test(text)) {
    const amount = amountAt(last, at);
    if (place.isPosting) told.post(seat, allInPost(told, seat, place), amount, at);
    else told.putIn(seat, amount, at);
  } else if (text.startsWith('Return uncalled portion of bet ')) told.giveBack(seat, amountAt(last, at), at);
  else if (/^Hand result/i.test(text)) told.award(seat, amountAt(last, at), at);
  else if (/^Showdown \[/.test(text)) showDealt(told, seat, at);
  else if (/^Mucks/.test(text)) showDealt(told, seat, at, true);
  else return false;
  return true;
}

/** `Dealer : Set dealer [5]`, where nobody may have that seat. */
function readDealer(told: ToldHand, text: string, at: number): boolean {
  const match = /^Set dealer\D*\[(\d+)\]/.exec(text);
  if (!match) return false;
  told.button = Number(match[1]);
  told.keep(at);
  return true;
}

const inBrackets = (text: string) => text.slice(text.indexOf('[') + 1, text.indexOf(']'));

/** Lines of the showdown name the best five cards, not those that were dealt. */
function showDealt(told: ToldHand, seat: number, at: number, isMucked = false): void {
  const cards = told.cardsOf(seat);
  if (cards) told.show(seat, cards, at, isMucked);
}

/** A post that took the whole stack does not say what it is for. */
function allInPost(told: ToldHand, seat: number, { hasAntes }: Place): 'ante' | 'small' | 'big' {
  const hasAnte = told.actions.some(
    (each) => each.a === 'post' && each.seat === seat && each.what === 'ante',
  );
  if (hasAntes && !hasAnte) return 'ante';
  return told.nameOf(seat) === 'Big Blind' ? 'big' : 'small';
}

const streets: Record<string, StreetName> = { FLOP: 'flop', TURN: 'turn', RIVER: 'river' };

/** Hands of early 2012 have no lines of streets. */
function dealToTable(told: ToldHand, cards: PlayingCard[], at: number): void {
  const board = [...(told.boards[0] ?? []), ...cards];
  const street = (['flop', 'turn', 'river'] as const)[board.length - 3];
  if (!street) throw new RefusedHand('bad_card', at);
  told.keep(at);
  told.beginStreet(street, at);
  told.openBoard(0, board, at);
}

function readStreet(told: ToldHand, line: string, at: number): void {
  const name = line.slice(4, line.indexOf(' ***', 4));
  const street = streets[name];
  told.keep(at);
  if (street) {
    told.beginStreet(street, at);
    told.openBoard(0, cardsAt(line.slice(name.length + 8).replaceAll(/[[\]]/g, ' '), at), at);
  } else if (name !== 'HOLE CARDS') {
    throw new RefusedHand(/STREET|DRAW/.test(name) ? 'unsupported_game' : 'unknown_line', at);
  }
}

/** Without a line for it the dealer has the button, or the empty seat before the first blind. */
function placeButton(told: ToldHand, isByList: boolean): void {
  told.maxSeats = told.seats.some(({ seat }) => seat > 6) ? 9 : 6;
  const dealer = told.seatNamed('Dealer');
  if (isByList) told.button = dealer ?? null;
  if (told.button !== null) return;
  const blind = told.seatNamed('Small Blind') ?? told.seatNamed('Big Blind');
  if (dealer !== undefined) told.button = dealer;
  else if (blind !== undefined) told.button = blind === 1 ? told.maxSeats : blind - 1;
}

/** `Total Pot($1.60) | Rake ($0.08)` with the rake inside; fast games leave the summary empty. */
function readSummary(told: ToldHand, lines: readonly string[], from: number, to: number): ToldHand {
  told.keep(from);
  for (let at = from + 1; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const total = /^Total Pot\((\S+?)\)(?: \| Rake \((\S+?)\))?/.exec(line);
    if (total) {
      told.statedPot = amountAt(total[1], at);
      if (total[2] !== undefined) told.rake = amountAt(total[2], at);
    } else if (line.startsWith('Board [')) {
      const board = told.boards[0] ?? [];
      if (cardsAt(inBrackets(line), at).join() !== board.join()) throw new RefusedHand('board_differs', at);
    } else if (!line.startsWith('Seat+') || / in chips\)/.test(line)) {
      if (/ in chips\)| : |^\*\*\* /.test(line)) throw new RefusedHand('two_hands_mixed', at);
      continue;
    }
    told.keep(at);
  }
  return told;
}
