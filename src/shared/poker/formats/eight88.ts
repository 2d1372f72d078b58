import type { PokerGame } from '../hand.ts';
import type { PlayingCard } from '../playing-card.ts';
import { currencyIn, type DecimalSign } from './amounts.ts';
import { cardsOfClient } from './read-card.ts';
import { RefusedHand } from './refusal.ts';
import type { SiteReader } from './site-reader.ts';
import { isoDate } from './stars-head.ts';
import { type StreetName, ToldHand } from './told-hand.ts';
import { amountAt } from './told-values.ts';

/** 888poker and its skins: raises by what is added, no rake, and cards in the language of the client. */
export const eight88: SiteReader = {
  siteOf: () => '888',
  begins: (line) => /^\*{5} (?!Hand )\S.* Hand History [Ff]or Game \d+ \*{5}/.test(line),
  anonymousHead: (line) =>
    line
      .replace(/Game \d+ \*/, 'Game 0 *')
      .replace(/^Table .*?(?= \d+ Max| \(Real| \(Play| \(Practice|$)/, 'Table Table')
      .replace(/^Tournament #\d+ .* - Table #\d+/, 'Tournament #0 $0 - Table #0'),
  read(lines, from, to) {
    const told = readHead(lines, from, to);
    const place = placeOf(lines, from, to);
    for (let at = from + 2; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '' || line.startsWith('#Game No')) continue;
      if (place.isOver && told.awards.length > 0 && isOther(line))
        throw new RefusedHand('two_hands_mixed', at);
      readLine(told, line, at, place);
    }
    if (told.awards.length === 0)
      throw new RefusedHand(place.isOver ? 'observed_without_awards' : 'unfinished', to - 1);
    return told;
  },
};

/** What lines of the hand depend on. */
type Place = {
  decimal: DecimalSign | undefined;
  cards: (text: string) => PlayingCard[] | undefined;
  isOver: boolean;
};

function placeOf(lines: readonly string[], from: number, to: number): Place {
  const text = lines.slice(from + 1, to);
  const named = text.flatMap((line) => /\[ ?([^\]$€£+]*[^\d\s\]$€£.,]) ?\]$/.exec(line)?.[1] ?? []);
  // Cents tell the sign; whole stakes leave it to the shape of each amount.
  const sign = /\d([.,])\d{1,2}(?=[^\d]|$)/.exec(text[0]?.split(' Blinds ')[0] ?? '')?.[1];
  return {
    decimal: sign === '.' || sign === ',' ? sign : undefined,
    cards: cardsOfClient(named.join(' ')),
    isOver: false,
  };
}

const isOther = (line: string) => / posts (?:small|big) blind| is the button$/.test(line);

const games: Record<string, PokerGame> = {
  'No Limit Holdem': 'nlhe',
  'Pot Limit Holdem': 'plhe',
  'Fix Limit Holdem': 'flhe',
  'Fixed Limit Holdem': 'flhe',
  'Limit Holdem': 'flhe',
  'Pot Limit Omaha': 'plo',
  'Pot Limit OmahaHL': 'plo8',
  'Pot Limit Omaha Hi/Lo': 'plo8',
  'Pot Limit OmahaHi/Lo': 'plo8',
};

/** `$0.01/$0.02 Blinds No Limit Holdem - *** 04 02 2011 13:04:49`; the third line tells a tournament. */
function readHead(lines: readonly string[], from: number, to: number): ToldHand {
  const at = from + 1;
  const line = lines[at] ?? '';
  const match = /^(.+?)\/(.+?) Blinds (.+?)(?: Jackpot table)? - \*\*\*(?: (\d\d) (\d\d) (\d{4})|$)/.exec(
    line,
  );
  if (!match || at >= to) throw new RefusedHand('not_a_hand', from);
  const [, smallText = '', bigText = '', gameText = '', day, month, year] = match;
  const game = games[gameText];
  if (!game) throw new RefusedHand('unsupported_game', at);
  const isTournament = lines[at + 1]?.startsWith('Tournament #') ?? false;
  const isPlay = /\((?:Play|Practice)/.test(lines[at + 1] ?? '');
  const told = new ToldHand({
    game,
    kind: isTournament ? 'tournament' : 'cash',
    currency: isTournament || isPlay ? null : currencyIn(bigText),
  });
  const [small, big] = [amountAt(smallText, at), amountAt(bigText, at)];
  if (big === 0) throw new RefusedHand('bad_amount', at);
  told.stakes = { small, big };
  told.number = /Game (\d+)/.exec(lines[from] ?? '')?.[1] ?? '';
  told.playedOn = isoDate(Number(year), Number(month), Number(day));
  told.awardsHoldReturns = 'maybe';
  told.keep(from);
  told.keep(at);
  return told;
}

function readLine(told: ToldHand, line: string, at: number, place: Place): void {
  const seat = told.seatBefore(line);
  if (seat !== undefined) {
    const { length } = told.nameOf(seat);
    if (readAction(told, seat, line.slice(length + 1), at, place)) told.keepName(at, 0, length, seat);
    else if (!isTableTalk(line)) throw new RefusedHand('unknown_line', at);
  } else if (line.startsWith('** ')) readStreet(told, line, at, place);
  else if (line.startsWith('Seat ')) readSeat(told, line, at, place);
  else if (line.startsWith('Dealt to ')) readDealt(told, line, at, place);
  else if (line.startsWith('Table ') || line.startsWith('Tournament #')) {
    told.maxSeats = Number(/(\d+) Max/.exec(line)?.[1] ?? 0);
    told.keep(at);
  } else if (line.startsWith('Total number of players')) told.keep(at);
  else if (!isTableTalk(line)) {
    throw new RefusedHand(
      / (?:folds|checks|calls|bets|raises|posts|collected)\b/.test(line) ? 'unknown_player' : 'unknown_line',
      at,
    );
  }
}

const isTableTalk = (line: string) =>
  / (?:did not show|has left|has joined|joined|left|is sitting|sits|said|has timed out|timed out|is disconnected|is back|rebuys?|re-?buys?|adds?|wins?|finished)\b/.test(
    line,
  ) || /^(?:Rake|Jackpot|\((?:Hi|Lo): )/.test(line);

function readSeat(told: ToldHand, line: string, at: number, { decimal }: Place): void {
  const button = /^Seat (\d+) is the button$/.exec(line);
  const match = /^(Seat (\d+): )(.*) \( ?(.+?) ?\)$/.exec(line);
  if (button) {
    told.button = Number(button[1]);
    told.keep(at);
  } else if (match) {
    const [, head = '', seatText, name = '', stack] = match;
    told.addSeat(Number(seatText), name, amountAt(stack, at, decimal), at);
    told.keepName(at, head.length, head.length + name.length, Number(seatText));
  } else throw new RefusedHand('bad_amount', at);
}

function cardsAt(text: string, at: number, { cards }: Place): PlayingCard[] {
  const found = cards(text.slice(text.lastIndexOf('[') + 1, text.lastIndexOf(']')));
  if (!found || !text.endsWith(']')) throw new RefusedHand('bad_card', at);
  return found;
}

function readDealt(told: ToldHand, line: string, at: number, place: Place): void {
  const open = line.lastIndexOf(' [');
  const name = line.slice(9, open);
  const seat = told.seatNamed(name);
  if (seat === undefined) throw new RefusedHand('unknown_player', at);
  told.deal(seat, cardsAt(line, at, place), at);
  told.hero ??= seat;
  told.keepName(at, 9, 9 + name.length, seat);
}

const streets: readonly (readonly [string, StreetName, number])[] = [
  ['** Dealing flop **', 'flop', 3],
  ['** Dealing turn **', 'turn', 4],
  ['** Dealing river **', 'river', 5],
];

function readStreet(told: ToldHand, line: string, at: number, place: Place): void {
  told.keep(at);
  const found = streets.find(([words]) => line.startsWith(words));
  if (found) {
    const [, street, size] = found;
    const board = [...(told.boards[0] ?? []), ...cardsAt(line, at, place)];
    if (board.length !== size) throw new RefusedHand('bad_card', at);
    told.beginStreet(street, at);
    told.openBoard(0, board, at);
  } else if (line.startsWith('** Summary **')) place.isOver = true;
  else if (!line.startsWith('** Dealing down cards **')) throw new RefusedHand('unknown_line', at);
}

/** @returns false for what is no action */
function readAction(told: ToldHand, seat: number, text: string, at: number, place: Place): boolean {
  if (text === 'folds') told.fold(seat, at);
  else if (text === 'checks') told.check(seat, at);
  else if (text.startsWith('shows [')) told.show(seat, cardsAt(text, at, place), at);
  else if (text.startsWith('mucks [')) told.show(seat, cardsAt(text, at, place), at, true);
  else if (text === 'did not show his hand') return true;
  else {
    const match =
      /^(calls|bets|raises|posts [a-z ]+|collected|is all-in|straddles?|straddle) ?\[ ?(.+?) ?\]$/.exec(text);
    if (!match) return false;
    readMoney(told, seat, (match[1] ?? '').trim(), match[2] ?? '', at, place);
  }
  return true;
}

function readMoney(
  told: ToldHand,
  seat: number,
  verb: string,
  text: string,
  at: number,
  { decimal }: Place,
): void {
  if (verb === 'posts dead blind') {
    const [dead, live] = text.split(' + ');
    told.post(seat, 'dead', amountAt(dead, at, decimal), at);
    if (live !== undefined) told.post(seat, 'enter', amountAt(live, at, decimal), at);
    return;
  }
  const amount = amountAt(text, at, decimal);
  if (verb === 'calls') told.callWith(seat, amount, at);
  else if (verb === 'bets') told.betWith(seat, amount, at);
  else if (verb === 'collected') told.award(seat, amount, at);
  else if (verb === 'posts small blind') {
    const isSecond = told.hasPosted('small');
    told.post(seat, isSecond ? 'dead' : 'small', amount, at);
  } else if (verb === 'posts big blind') told.post(seat, 'big', amount, at);
  else if (verb === 'posts ante') told.post(seat, 'ante', amount, at);
  else if (verb.includes('straddle')) told.post(seat, 'straddle', amount, at);
  else if (verb.startsWith('posts')) throw new RefusedHand('unknown_line', at);
  else told.putIn(seat, amount, at);
}
