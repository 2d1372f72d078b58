import type { PokerGame } from '../hand.ts';
import { seatOrder } from '../positions.ts';
import { currencyIn, parseAmount } from './amounts.ts';
import {
  dealStreet,
  inBrackets,
  isOfAnotherHand,
  isSentence,
  nextLine,
  partyStreets,
  readDealt,
} from './common-lines.ts';
import { isoDate } from './dates.ts';
import { HandParseError } from './hand-parse-error.ts';
import { ParsedHand } from './parsed-hand.ts';
import { amountAt, blindsOf, cardsAt } from './parsed-values.ts';
import type { SiteParser } from './site-parser.ts';

/** partypoker and its skins: raises show the added amount, no line shows the rake, and awards include uncalled bets. */
export const partypoker: SiteParser = {
  anonymousHead: (line) =>
    line
      .replace(/Game \d+ \*/, 'Game 0 *')
      .replace(/^Table .*?(?= \((?:Real|Play) Money\)|$)/, 'Table Table')
      .replace(/\bTrny: ?\d+/, 'Trny: 0'),
  read(lines, from, to) {
    const head = nextLine(lines, from, to);
    const parsed = readHead(lines, from, head, to);
    const context: LineContext = { hasSmall: true, isEnded: false };
    for (let at = head + 1; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '') context.isEnded = parsed.awards.length > 0;
      else if (context.isEnded && isOfAnotherHand(line)) throw new HandParseError('two_hands_mixed', at);
      // After the awards and an empty line or a sentence, only lines of players belong to the hand.
      else if (!context.isEnded || parsed.seatBefore(line) !== undefined) readLine(parsed, line, at, context);
    }
    if (parsed.awards.length === 0) throw new HandParseError('unfinished', to - 1);
    return parsed;
  },
};

const games: readonly (readonly [RegExp, PokerGame | null])[] = [
  [/Double Hold|Stud|Draw|Razz|Badugi|HORSE/i, null],
  [/Short ?Deck|6\+/i, 'shortdeck'],
  [/\bNL Texas Hold'em/, 'nlhe'],
  [/\bPL Texas Hold'em/, 'plhe'],
  [/^(?:FL |\S+ (?:[A-Z]{3} )?)?(?:FL )?Texas Hold'em/, 'flhe'],
  [/\bPL (?:5|Five)[- ]Card Omaha|\b5 ?Card PL Omaha/i, 'plo5'],
  [/\bPL Omaha Hi[-/ ]?Lo/i, 'plo8'],
  [/\bPL Omaha/, 'plo'],
];

/**
 * Reads `$0.50/$1 USD NL Texas Hold'em - Wednesday, July 04, 22:08:12 EDT 2018`. No-limit tables may show the buy-in in
 * place of the blinds; then the posts show the blinds.
 */
function readHead(lines: readonly string[], from: number, at: number, to: number): ParsedHand {
  const line = lines[at] ?? '';
  const dash = line.lastIndexOf(' - ');
  if (at >= to || dash === -1) throw new HandParseError('not_a_hand', from);
  const text = line.slice(0, dash).trim();
  const game = games.find(([pattern]) => pattern.test(text))?.[1];
  if (!game) throw new HandParseError('unsupported_game', at);
  const hand = lines.slice(at, to);
  const isTournament =
    /Buy-in|Tourney|Tournament/i.test(line) || hand.some((each) => each.startsWith('Trny'));
  const stack = hand
    .map((each) => /^Seat \d+: .* \( ([^()]+) \)/i.exec(each)?.[1])
    .find((each) => each !== undefined);
  const parsed = new ParsedHand({
    game,
    kind: isTournament ? 'tournament' : 'cash',
    currency: isTournament ? null : currencyIn(stack ?? ''),
  });
  parsed.stakes = stakesIn(text, hand, game);
  parsed.number = /Game (\d+)/.exec(lines[from] ?? '')?.[1] ?? '';
  parsed.playedOn = playedOnIn(line.slice(dash));
  parsed.awardsHoldReturns = 'always';
  parsed.keep(from);
  parsed.keep(at);
  return parsed;
}

function stakesIn(text: string, hand: readonly string[], game: PokerGame): ParsedHand['stakes'] {
  const amount = (each: string | undefined) => parseAmount(each ?? '') ?? 0;
  const cash = /^(\S+)\/(\S+)(?: [A-Z]{3})? /.exec(text);
  if (cash && amount(cash[2]) > 0) {
    const [small, big] = [amount(cash[1]), amount(cash[2])];
    return blindsOf(game, small, big);
  }
  // The level may rise between the first line and the deal.
  for (const line of hand.toReversed()) {
    const level = /(Blinds|Stakes)(?:-Antes)?\(([\d., ]+)\/ ?([\d.,]+(?: \d{3})*)/.exec(line);
    const [small, big] = [amount(level?.[2]?.trim()), amount(level?.[3])];
    if (level?.[1] === 'Stakes') return blindsOf('flhe', small, big);
    if (level) return { small, big };
  }
  const posted = (what: string) => {
    const line = hand.find((each) => each.includes(` posts ${what} [`));
    return amount(line?.slice(line.lastIndexOf('[') + 1, line.lastIndexOf(']')));
  };
  const [small, big] = [posted('small blind'), posted('big blind')];
  // If the big blind was posted all-in for less, the first call shows its full size.
  const entered = hand.find((each) => / (?:calls|bets|raises) \[/.test(each));
  const called = entered?.includes(' calls [') ? amount(/\[(.*)\]/.exec(entered)?.[1]) : 0;
  return { small, big: Math.max(big, big <= small ? called : 0) };
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

function playedOnIn(text: string): string | undefined {
  const match = /([A-Z][a-z]+) (\d{1,2}),? .*(\d{4})$/.exec(text);
  return match ? isoDate(Number(match[3]), months.indexOf(match[1] ?? '') + 1, Number(match[2])) : undefined;
}

type LineContext = {
  /** Whether the hand has a small blind. It has none if the player who would post it has left. */
  hasSmall: boolean;
  /** An empty line or a sentence after the awards was read. */
  isEnded: boolean;
};

function readLine(parsed: ParsedHand, line: string, at: number, context: LineContext): void {
  const seat = parsed.seatBefore(line);
  if (seat !== undefined) {
    const { length } = parsed.nameOf(seat);
    if (readAction(parsed, seat, line.slice(length + 1), at)) parsed.keepName(at, 0, length, seat);
    else if (!isTableTalk(line)) throw new HandParseError('unknown_line', at);
  } else if (line.startsWith('** ')) readStreet(parsed, line, at, context);
  else if (line.startsWith('There is no Small Blind in this hand')) {
    context.hasSmall = false;
    parsed.keep(at);
  } else if (/^seat \d/i.test(line)) readSeat(parsed, line, at);
  else if (line.startsWith('Dealt to ')) readDealt(parsed, line, at);
  else if (/^(?:Table |Total number of players|Trny|Blinds|Stakes)/.test(line)) {
    const max = /^Total number of players : \d+\/(\d+)/.exec(line);
    if (max) parsed.maxSeats = Number(max[1]);
    const level = /Level: ?(\S{1,20})/.exec(line);
    if (level?.[1]) parsed.stakes.level = level[1];
    parsed.keep(at);
  } else if (parsed.awards.length > 0 && !isTableTalk(line) && isSentence(line)) context.isEnded = true;
  else if (!isTableTalk(line)) {
    throw new HandParseError(
      / (?:folds|checks|calls|bets|raises|posts|wins|is all-In)\b/.test(line)
        ? 'unknown_player'
        : 'unknown_line',
      at,
    );
  }
}

const isTableTalk = (line: string) =>
  /^(?:Game #|#Game No|Congratulations|Player .* finished|Your time bank|>|The Progressive|Connection|Table Closed|Level )/.test(
    line,
  ) ||
  / (?:does not show|doesn't show|did not|didn't|has left|has joined|has been|is sitting|is disconnected|is connected|could not respond|will be using|finished|ran out of time|is ready|has run out|requested|re-?buys|rebuys)/i.test(
    line,
  ) ||
  /^[^\s[\]]{1,40}: /.test(line) ||
  / shows ?[\d,JQKA]+ +for low\.$/.test(line);

function readSeat(parsed: ParsedHand, line: string, at: number): void {
  const button = /^Seat (\d+) is the button$/.exec(line);
  const match = /^(Seat (\d+): )(.*) \( ?([^()]+?) ?\)(?: - VPIP: .*)?$/i.exec(line);
  if (button) {
    parsed.button = Number(button[1]);
    parsed.keep(at);
  } else if (match) {
    const [, head = '', seatText, name = '', stack] = match;
    parsed.addSeat(Number(seatText), name, amountAt(stack, at), at);
    parsed.keepName(at, head.length, head.length + name.length, Number(seatText));
  } else throw new HandParseError('bad_amount', at);
}

function readStreet(parsed: ParsedHand, line: string, at: number, context: LineContext): void {
  parsed.keep(at);
  const found = partyStreets.find(([words]) => line.startsWith(words));
  if (found) {
    dealStreet(parsed, found[1], cardsAt(inBrackets(line), at), at);
  } else if (line.startsWith('** Dealing down cards **')) postSilentBlinds(parsed, at, context);
  else throw new HandParseError('unknown_line', at);
}

/** Posts the blinds of a tournament whose text has no lines for them. */
function postSilentBlinds(parsed: ParsedHand, at: number, { hasSmall }: LineContext): void {
  const { small, big } = parsed.stakes;
  const hasBlinds = parsed.hasPosted('small') || parsed.hasPosted('big');
  if (parsed.game.kind !== 'tournament' || hasBlinds || parsed.button === null) return;
  const order = seatOrder(
    parsed.seats.map(({ seat }) => seat),
    parsed.button,
  );
  const [first, second] = order.length === 2 ? order.toReversed() : order;
  for (const [seat, what, wanted] of [
    [hasSmall ? first : undefined, 'small', small],
    [hasSmall ? second : first, 'big', big],
  ] as const) {
    const left = seat === undefined ? 0 : parsed.leftOf(seat);
    if (seat !== undefined && left > 0) parsed.post(seat, what, Math.min(wanted, left), at);
  }
}

/** @returns false if the text is not an action */
function readAction(parsed: ParsedHand, seat: number, text: string, at: number): boolean {
  // At fast-fold tables, players can fold before their turn: `Forward Folds`.
  if (/^(?:Forward )?folds\.?$/i.test(text)) parsed.fold(seat, at);
  else if (text === 'checks' || text === 'checks.') parsed.check(seat, at);
  else if (text.startsWith('shows [')) parsed.show(seat, cardsAt(inBrackets(text), at), at);
  else if (text.startsWith("doesn't show [")) parsed.show(seat, cardsAt(inBrackets(text), at), at, true);
  else if (text.startsWith('wins ')) return readWon(parsed, seat, text, at);
  else {
    const match = /^(calls|bets|raises|is all-In|posts [a-z +]+?) *\[ ?(.+?) ?\]\.?$/i.exec(text);
    if (!match) return text.startsWith('does not show cards');
    readMoney(parsed, seat, (match[1] ?? '').toLowerCase(), amountAt(match[2], at), at);
  }
  return true;
}

function readMoney(parsed: ParsedHand, seat: number, verb: string, amount: number, at: number): void {
  const isSecondSmall = parsed.hasPosted('small');
  if (verb === 'calls') parsed.callWith(seat, amount, at);
  else if (verb === 'bets') parsed.putIn(seat, amount, at);
  else if (verb === 'posts small blind') parsed.post(seat, isSecondSmall ? 'dead' : 'small', amount, at);
  else if (verb === 'posts big blind' || verb === 'posts button blind') parsed.post(seat, 'big', amount, at);
  else if (verb === 'posts ante of' || verb === 'posts ante') parsed.post(seat, 'ante', amount, at);
  else if (/^posts (?:big blind \+ dead|small & big blind|dead)/.test(verb))
    parsed.postBoth(seat, amount, at);
  else if (verb === 'posts straddle') parsed.post(seat, 'straddle', amount, at);
  else if (verb.startsWith('posts')) throw new HandParseError('unknown_line', at);
  else {
    if (verb === 'is all-in') parsed.allIns.push({ seat, at });
    parsed.putIn(seat, amount, at);
  }
}

/** `wins $0.06 USD from the side pot 1 with a straight.`, `wins 90 chips`, `wins Lo ($2 USD) from the main pot`. */
function readWon(parsed: ParsedHand, seat: number, text: string, at: number): boolean {
  const match =
    /^wins (?:(?:Lo|Low|Hi|High) )?\(?([^\s()]+(?: (?:[A-Z]{3}|chips))?)\)?(?: from +(?:the )?(?:(main) pot|side pot ?#?(\d*)).*)?\.?$/.exec(
      text,
    );
  if (!match) return false;
  const amount = parseAmount(match[1] ?? '');
  if (amount === undefined) return false;
  const pot = match[2] ? 0 : match[3] === undefined ? null : Number(match[3] || 1);
  parsed.award(seat, amount, at, pot);
  return true;
}
