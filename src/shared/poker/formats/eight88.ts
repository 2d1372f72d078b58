import type { BoardStreet } from '../deal.ts';
import type { PokerGame } from '../hand.ts';
import type { PlayingCard } from '../playing-card.ts';
import { currencyIn, type DecimalSign } from './amounts.ts';
import { dealStreet, isOfAnotherHand, isSentence, nextLine, readDealt, unknownLine } from './common-lines.ts';
import { isoDate } from './dates.ts';
import { HandParseError } from './hand-parse-error.ts';
import { ParsedHand } from './parsed-hand.ts';
import { amountAt } from './parsed-values.ts';
import type { SiteParser } from './site-parser.ts';
import { cardsOfClient, type ReadCards } from './translated-cards.ts';

/**
 * 888poker and its skins: the amount of a raise is what the player adds, not the new total, and cards are in the
 * client's language. The rake is computed.
 */
export const eight88: SiteParser = {
  anonymousHead: (line) =>
    line
      .replace(/Game \d+ \*/, 'Game 0 *')
      .replace(/^Table .*?(?= \d+ Max| \(Real| \(Play| \(Practice|$)/, 'Table Table')
      .replace(
        /^Tournament #\d+ .* - Table #\d+|^Tournament #\d+ .*?(?= \d+ Max| \(|$)/,
        'Tournament #0 $0 - Table #0',
      ),
  read(lines, from, to) {
    const head = nextLine(lines, from, to);
    const parsed = readHead(lines, from, head, to);
    const context = contextOf(lines, from, to);
    for (let at = head + 1; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '') context.isEnded = parsed.awards.length > 0;
      if (line === '' || line.startsWith('#Game No')) continue;
      if (context.isOver && parsed.awards.length > 0 && isOfAnotherHand(line))
        throw new HandParseError('two_hands_mixed', at);
      if (!context.isEnded || parsed.seatBefore(line) !== undefined) readLine(parsed, line, at, context);
    }
    if (parsed.awards.length === 0)
      throw new HandParseError(context.isOver ? 'observed_without_awards' : 'unfinished', to - 1);
    return parsed;
  },
};

/** What the meaning of a line depends on, besides the text of the line. */
type LineContext = {
  decimal: DecimalSign | undefined;
  cards: ReadCards;
  /** The summary has begun. */
  isOver: boolean;
  /** An empty line or a sentence after the awards was read. Text after it stands between two hands. */
  isEnded: boolean;
};

function contextOf(lines: readonly string[], from: number, to: number): LineContext {
  const text = lines.slice(from + 1, to).filter((line) => line !== '');
  const cardsOf = (of: readonly string[]) =>
    of.flatMap((line) => /\[ ?([^\]$€£+]*[^\d\s\]$€£.,]) ?\]$/.exec(line)?.[1] ?? []).join(' ');
  const dealt = cardsOf(text.filter((line) => line.startsWith('Dealt to ')));
  const others = cardsOf(text.filter((line) => !line.startsWith('Dealt to ')));
  // The decimal sign of the stakes. If the stakes have no cents, the form of each amount tells its decimal sign.
  const sign = /\d([.,])\d{1,2}(?=[^\d]|$)/.exec(text[0]?.split(' Blinds ')[0] ?? '')?.[1];
  // In Spanish, D is a ten, but in other languages a queen. Hands with a D from a Spanish client are rejected.
  const isSpanishTen = /\.es\b/.test(lines[from] ?? '') && /\bD[a-z]\b/.test(`${dealt} ${others}`);
  return {
    decimal: sign === '.' || sign === ',' ? sign : undefined,
    cards: isSpanishTen ? () => undefined : cardsOfClient(dealt, others),
    isOver: false,
    isEnded: false,
  };
}

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

/** `$0.01/$0.02 Blinds No Limit Holdem - *** 04 02 2011 19:02:31`; the third line says whether it is a tournament. */
function readHead(lines: readonly string[], from: number, at: number, to: number): ParsedHand {
  const line = lines[at] ?? '';
  const match = /^([^/]+)\/(.+?) Blinds (.+?)(?: Jackpot table)? - \*\*\*(?: (\d\d) (\d\d) (\d{4})|$)/.exec(
    line,
  );
  if (!match || at >= to) throw new HandParseError('not_a_hand', from);
  const [, smallText = '', bigText = '', gameText = '', day, month, year] = match;
  const game = games[gameText.replace("Hold'em", 'Holdem')];
  if (!game) throw new HandParseError('unsupported_game', at);
  const table = lines[nextLine(lines, at, to)] ?? '';
  const isTournament = table.startsWith('Tournament #');
  const isPlay = /\((?:Play|Practice)/.test(table);
  const parsed = new ParsedHand({
    game,
    kind: isTournament ? 'tournament' : 'cash',
    currency: isTournament || isPlay ? null : currencyIn(bigText),
  });
  parsed.stakes = { small: amountAt(smallText, at), big: amountAt(bigText, at) };
  parsed.number = /Game (\d+)/.exec(lines[from] ?? '')?.[1] ?? '';
  parsed.playedOn = isoDate(Number(year), Number(month), Number(day));
  parsed.awardsHoldReturns = 'maybe';
  parsed.keep(from);
  parsed.keep(at);
  return parsed;
}

function readLine(parsed: ParsedHand, line: string, at: number, context: LineContext): void {
  const seat = parsed.seatBefore(line);
  if (seat !== undefined) {
    const { length } = parsed.nameOf(seat);
    if (readAction(parsed, seat, line.slice(length + 1), at, context)) parsed.keepName(at, 0, length, seat);
    else if (!isTableTalk(line)) throw new HandParseError('unknown_line', at);
  } else if (line.startsWith('** ')) readStreet(parsed, line, at, context);
  else if (line.startsWith('Seat ')) readSeat(parsed, line, at, context);
  else if (line.startsWith('Dealt to ')) {
    readDealt(parsed, line, at, () => cardsAt(line, at, context, true));
  } else if (line.startsWith('Table ') || line.startsWith('Tournament #')) {
    parsed.maxSeats = Number(/(\d+) Max/.exec(line)?.[1] ?? 0);
    parsed.keep(at);
  } else if (line.startsWith('Total number of players')) parsed.keep(at);
  else if (parsed.awards.length > 0 && !isTableTalk(line) && isSentence(line)) context.isEnded = true;
  else if (!isTableTalk(line)) throw unknownLine(line, at);
}

const isTableTalk = (line: string) =>
  / (?:did not show|has left|has joined|joined|left|is sitting|sits|said|has timed out|timed out|is disconnected|is back|rebuys?|re-?buys?|adds?|wins?|finished)\b/.test(
    line,
  ) || /^(?:Rake|Jackpot|\((?:Hi|Lo): )/.test(line);

function readSeat(parsed: ParsedHand, line: string, at: number, { decimal }: LineContext): void {
  const button = /^Seat (\d+) is the button$/.exec(line);
  const match = /^(Seat (\d+): )(.*) \( ?(.+?) ?\)$/.exec(line);
  if (button) {
    parsed.button = Number(button[1]);
    parsed.keep(at);
  } else if (match) {
    const [, head = '', seatText, name = '', stack] = match;
    parsed.addSeat(Number(seatText), name, amountAt(stack, at, decimal), at);
    parsed.keepName(at, head.length, head.length + name.length, Number(seatText));
  } else throw new HandParseError('bad_amount', at);
}

function cardsAt(text: string, at: number, { cards }: LineContext, isDealt = false): PlayingCard[] {
  const found = cards(text.slice(text.lastIndexOf('[') + 1, text.lastIndexOf(']')), isDealt);
  if (!found || !text.endsWith(']')) throw new HandParseError('bad_card', at);
  return found;
}

const streets: readonly (readonly [string, BoardStreet])[] = [
  ['** Dealing flop **', 'flop'],
  ['** Dealing turn **', 'turn'],
  ['** Dealing river **', 'river'],
];

function readStreet(parsed: ParsedHand, line: string, at: number, context: LineContext): void {
  parsed.keep(at);
  const found = streets.find(([words]) => line.startsWith(words));
  if (found) {
    dealStreet(parsed, found[1], cardsAt(line, at, context), at);
  } else if (line.startsWith('** Summary **')) context.isOver = true;
  else if (!line.startsWith('** Dealing down cards **')) throw new HandParseError('unknown_line', at);
}

/** @returns false if the text is not an action */
function readAction(
  parsed: ParsedHand,
  seat: number,
  text: string,
  at: number,
  context: LineContext,
): boolean {
  if (text === 'folds') parsed.fold(seat, at);
  else if (text === 'checks') parsed.check(seat, at);
  else if (text.startsWith('shows [')) parsed.show(seat, cardsAt(text, at, context), at);
  else if (text.startsWith('mucks [')) parsed.show(seat, cardsAt(text, at, context), at, true);
  else if (text === 'did not show his hand') return true;
  else {
    const match =
      /^(calls|bets|raises|posts [a-z ]+|collected|is all-in|straddles?|straddle) ?\[ ?(.+?) ?\]$/.exec(text);
    if (!match) return false;
    const verb = (match[1] ?? '').trim().replace(/^posts the /, 'posts ');
    readMoney(parsed, seat, verb, match[2] ?? '', at, context);
  }
  return true;
}

function readMoney(
  parsed: ParsedHand,
  seat: number,
  verb: string,
  text: string,
  at: number,
  { decimal }: LineContext,
): void {
  if (verb === 'posts dead blind') {
    const [dead, live] = text.split(' + ');
    parsed.post(seat, 'dead', amountAt(dead, at, decimal), at);
    const liveAmount = live === undefined ? 0 : amountAt(live, at, decimal);
    if (liveAmount > 0) parsed.post(seat, 'enter', liveAmount, at);
    return;
  }
  const amount = amountAt(text, at, decimal);
  if (verb === 'calls') parsed.callWith(seat, amount, at);
  else if (verb === 'bets') parsed.putIn(seat, amount, at);
  else if (verb === 'collected') parsed.award(seat, amount, at);
  else if (verb === 'posts small blind') {
    const isSecond = parsed.hasPosted('small');
    parsed.post(seat, isSecond ? 'dead' : 'small', amount, at);
  } else if (verb === 'posts big blind') parsed.post(seat, 'big', amount, at);
  else if (verb === 'posts ante') parsed.post(seat, 'ante', amount, at);
  else if (verb.includes('straddle')) parsed.post(seat, 'straddle', amount, at);
  else if (verb.startsWith('posts')) throw new HandParseError('unknown_line', at);
  else parsed.putIn(seat, amount, at);
}
