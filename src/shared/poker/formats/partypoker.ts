import type { PokerGame } from '../hand.ts';
import { seatOrder } from '../positions.ts';
import { currencyIn, parseAmount } from './amounts.ts';
import { RefusedHand } from './refusal.ts';
import type { SiteReader } from './site-reader.ts';
import { isoDate } from './stars-head.ts';
import { type StreetName, ToldHand } from './told-hand.ts';
import { amountAt, cardsAt } from './told-values.ts';

/** partypoker and its skins: raises by what is added, no rake, and what nobody called inside of the award. */
export const partypoker: SiteReader = {
  siteOf: () => 'partypoker',
  begins: (line) => /^\*{5} Hand History [Ff]or Game \d+ \*{5}/.test(line),
  anonymousHead: (line) =>
    line
      .replace(/Game \d+ \*/, 'Game 0 *')
      .replace(/^Table .*?(?= \((?:Real|Play) Money\)|$)/, 'Table Table')
      .replace(/^Trny: ?\d+/, 'Trny: 0'),
  read(lines, from, to) {
    const told = readHead(lines, from, to);
    for (let at = from + 2; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line !== '') readLine(told, line, at);
    }
    if (told.awards.length === 0) throw new RefusedHand('unfinished', to - 1);
    return told;
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
 * `$0.50/$1 USD NL Texas Hold'em - Wednesday, July 04, 23:18:02 EDT 2018`. Tables without a limit name the buy-in in place
 * of the blinds, which the posts tell.
 */
function readHead(lines: readonly string[], from: number, to: number): ToldHand {
  const at = from + 1;
  const line = lines[at] ?? '';
  const dash = line.lastIndexOf(' - ');
  if (at >= to || dash === -1) throw new RefusedHand('not_a_hand', from);
  const text = line.slice(0, dash).trim();
  const game = games.find(([pattern]) => pattern.test(text))?.[1];
  if (!game) throw new RefusedHand('unsupported_game', at);
  const hand = lines.slice(at, to);
  const isTournament =
    /Buy-in|Tourney|Tournament/i.test(line) || hand.some((each) => each.startsWith('Trny'));
  const stack = hand
    .map((each) => /^Seat \d+: .* \( ([^()]+) \)/i.exec(each)?.[1])
    .find((each) => each !== undefined);
  const told = new ToldHand({
    game,
    kind: isTournament ? 'tournament' : 'cash',
    currency: isTournament ? null : currencyIn(stack ?? ''),
  });
  told.stakes = stakesIn(text, hand, game);
  told.number = /Game (\d+)/.exec(lines[from] ?? '')?.[1] ?? '';
  told.playedOn = playedOnIn(line.slice(dash));
  told.awardsHoldReturns = 'always';
  told.keep(from);
  told.keep(at);
  return told;
}

function stakesIn(text: string, hand: readonly string[], game: PokerGame): ToldHand['stakes'] {
  const amount = (each: string | undefined) => parseAmount(each ?? '') ?? 0;
  const cash = /^(\S+)\/(\S+)(?: [A-Z]{3})? /.exec(text);
  if (cash && amount(cash[2]) > 0) {
    const [small, big] = [amount(cash[1]), amount(cash[2])];
    return game === 'flhe' ? { small: Math.floor(small / 2), big: small } : { small, big };
  }
  // The level may rise between the first line and the deal.
  for (const line of hand.toReversed()) {
    const level = /(Blinds|Stakes)(?:-Antes)?\(([\d., ]+)\/ ?([\d.,]+(?: \d{3})*)/.exec(line);
    const [small, big] = [amount(level?.[2]?.trim()), amount(level?.[3])];
    if (level?.[1] === 'Stakes') return { small: Math.floor(small / 2), big: small };
    if (level) return { small, big };
  }
  const posted = (what: string) => {
    const line = hand.find((each) => each.includes(` posts ${what} [`));
    return amount(line?.slice(line.lastIndexOf('[') + 1, line.lastIndexOf(']')));
  };
  const [small, big] = [posted('small blind'), posted('big blind')];
  // A short big blind is called with the whole one.
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

function readLine(told: ToldHand, line: string, at: number): void {
  const seat = told.seatBefore(line);
  if (seat !== undefined) {
    const { length } = told.nameOf(seat);
    if (readAction(told, seat, line.slice(length + 1), at)) told.keepName(at, 0, length, seat);
    else if (!isTableTalk(line)) throw new RefusedHand('unknown_line', at);
  } else if (line.startsWith('** ')) readStreet(told, line, at);
  else if (/^seat \d/i.test(line)) readSeat(told, line, at);
  else if (line.startsWith('Dealt to ')) readDealt(told, line, at);
  else if (/^(?:Table |Total number of players|Trny|Blinds|Stakes)/.test(line)) {
    const max = /^Total number of players : \d+\/(\d+)/.exec(line);
    if (max) told.maxSeats = Number(max[1]);
    const level = /Level: ?(\S{1,20})/.exec(line);
    if (level?.[1]) told.stakes.level = level[1];
    told.keep(at);
  } else if (!isTableTalk(line)) {
    throw new RefusedHand(
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

function readSeat(told: ToldHand, line: string, at: number): void {
  const button = /^Seat (\d+) is the button$/.exec(line);
  const match = /^(Seat (\d+): )(.*) \( ?([^()]+?) ?\)(?: - VPIP: .*)?$/i.exec(line);
  if (button) {
    told.button = Number(button[1]);
    told.keep(at);
  } else if (match) {
    const [, head = '', seatText, name = '', stack] = match;
    told.addSeat(Number(seatText), name, amountAt(stack, at), at);
    told.keepName(at, head.length, head.length + name.length, Number(seatText));
  } else throw new RefusedHand('bad_amount', at);
}

const inBrackets = (text: string) => text.slice(text.indexOf('[') + 1, text.indexOf(']'));

function readDealt(told: ToldHand, line: string, at: number): void {
  const open = line.lastIndexOf(' [');
  const name = line.slice(9, open);
  const seat = told.seatNamed(name);
  if (seat === undefined) throw new RefusedHand('unknown_player', at);
  told.deal(seat, cardsAt(line.slice(open + 2, -1), at), at);
  told.hero ??= seat;
  told.keepName(at, 9, 9 + name.length, seat);
}

const streets: readonly (readonly [string, StreetName, number])[] = [
  ['** Dealing Flop **', 'flop', 3],
  ['** Dealing Turn **', 'turn', 4],
  ['** Dealing River **', 'river', 5],
];

function readStreet(told: ToldHand, line: string, at: number): void {
  told.keep(at);
  const found = streets.find(([words]) => line.startsWith(words));
  if (found) {
    const [, street, size] = found;
    const board = [...(told.boards[0] ?? []), ...cardsAt(inBrackets(line), at)];
    if (board.length !== size) throw new RefusedHand('bad_card', at);
    told.beginStreet(street, at);
    told.openBoard(0, board, at);
  } else if (line.startsWith('** Dealing down cards **')) postSilentBlinds(told, at);
  else throw new RefusedHand('unknown_line', at);
}

/** Some tournaments have no lines of the blinds. */
function postSilentBlinds(told: ToldHand, at: number): void {
  const { small, big } = told.stakes;
  const hasBlinds = told.hasPosted('small') || told.hasPosted('big');
  if (told.game.kind !== 'tournament' || hasBlinds || told.button === null) return;
  const order = seatOrder(
    told.seats.map(({ seat }) => seat),
    told.button,
  );
  const [first, second] = order.length === 2 ? order.toReversed() : order;
  for (const [seat, what, wanted] of [
    [first, 'small', small],
    [second, 'big', big],
  ] as const) {
    const left = told.seats.find((own) => own.seat === seat)?.left ?? 0;
    if (seat !== undefined && left > 0) told.post(seat, what, Math.min(wanted, left), at);
  }
}

/** @returns false for what is no action */
function readAction(told: ToldHand, seat: number, text: string, at: number): boolean {
  if (text === 'folds' || text === 'folds.') told.fold(seat, at);
  else if (text === 'checks' || text === 'checks.') told.check(seat, at);
  else if (text.startsWith('shows [')) told.show(seat, cardsAt(inBrackets(text), at), at);
  else if (text.startsWith("doesn't show [")) told.show(seat, cardsAt(inBrackets(text), at), at, true);
  else if (text.startsWith('wins ')) return readWon(told, seat, text, at);
  else {
    const match = /^(calls|bets|raises|is all-In|posts [a-z +]+?) *\[ ?(.+?) ?\]\.?$/i.exec(text);
    if (!match) return text.startsWith('does not show cards');
    readMoney(told, seat, (match[1] ?? '').toLowerCase(), amountAt(match[2], at), at);
  }
  return true;
}

function readMoney(told: ToldHand, seat: number, verb: string, amount: number, at: number): void {
  const isSecondSmall = told.hasPosted('small');
  if (verb === 'calls') told.callWith(seat, amount, at);
  else if (verb === 'bets') told.betWith(seat, amount, at);
  else if (verb === 'posts small blind') told.post(seat, isSecondSmall ? 'dead' : 'small', amount, at);
  else if (verb === 'posts big blind' || verb === 'posts button blind') told.post(seat, 'big', amount, at);
  else if (verb === 'posts ante of' || verb === 'posts ante') told.post(seat, 'ante', amount, at);
  else if (/^posts (?:big blind \+ dead|small & big blind|dead)/.test(verb)) told.postBoth(seat, amount, at);
  else if (verb === 'posts straddle') told.post(seat, 'straddle', amount, at);
  else if (verb.startsWith('posts')) throw new RefusedHand('unknown_line', at);
  else told.putIn(seat, amount, at);
}

/** `wins $0.06 USD from the side pot 1 with a straight.`, `wins 90 chips`, `wins Lo ($2 USD) from the main pot`. */
function readWon(told: ToldHand, seat: number, text: string, at: number): boolean {
  const match =
    /^wins (?:(?:Lo|Low|Hi|High) )?\(?([^\s()]+(?: (?:[A-Z]{3}|chips))?)\)?(?: from +(?:the )?(?:(main) pot|side pot ?#?(\d*)).*)?\.?$/.exec(
      text,
    );
  if (!match) return false;
  const amount = parseAmount(match[1] ?? '');
  if (amount === undefined) return false;
  const pot = match[2] ? 0 : match[3] === undefined ? null : Number(match[3] || 1);
  told.award(seat, amount, at, pot);
  return true;
}
