import type { PokerGame } from '../hand.ts';
import { currencyIn } from './amounts.ts';
import { dealStreet, inBrackets, nextLine, partyStreets, readDealt } from './common-lines.ts';
import { isoDate } from './dates.ts';
import { HandParseError } from './hand-parse-error.ts';
import { ParsedHand } from './parsed-hand.ts';
import { amountAt, cardsAt } from './parsed-values.ts';
import type { SiteParser } from './site-parser.ts';

/**
 * partypoker: the hand histories that it sent by email until about 2011, and all its hand histories since about 2019.
 * Amounts are in round brackets, and a summary states balances.
 */
export const partyEmail: SiteParser = {
  anonymousHead: (line) =>
    line
      .replace(/Game [\da-z]+ \*/i, 'Game 0 *')
      .replace(/Tournament #\d+/, 'Tournament #0')
      .replace(/^Table .*?(?= +\((?:Real|Play) Money\))/, 'Table Table'),
  read(lines, from, to) {
    const head = nextLine(lines, from, to);
    const parsed = readHead(lines, from, head, to);
    let isOver = false;
    for (let at = head + 1; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '') continue;
      if (line.startsWith('** Summary **')) {
        isOver = true;
        parsed.keep(at);
      } else if (isOver) readSummaryLine(parsed, line, at);
      else readLine(parsed, line, at);
    }
    if (!isOver || parsed.statedPot === null) throw new HandParseError('unfinished', to - 1);
    // The pot is stated without rake.
    parsed.statedPot += parsed.rake ?? 0;
    return parsed;
  },
};

const games: Record<string, PokerGame> = {
  'Texas Holdem NL': 'nlhe',
  'Texas Holdem PL': 'plhe',
  'Texas Holdem FL': 'flhe',
  'Texas Holdem Limit': 'flhe',
  'Omaha Hi PL': 'plo',
  'Omaha PL': 'plo',
  'Omaha Hi-Lo PL': 'plo8',
  'Omaha HiLo PL': 'plo8',
};

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `0.10/0.25 Omaha Hi Game Table (PL) - Mon Feb 09 12:55:26 EST 2026`; tournaments have `Tourney` before the game. */
function readHead(lines: readonly string[], from: number, at: number, to: number): ParsedHand {
  const line = lines[at] ?? '';
  const match =
    /^(\S+?)\/(\S+) (Tourney )?(.+?) Game Table \((\w+)\).* - +\w{3} (\w{3}) (\d{1,2}) .*(\d{4})$/.exec(line);
  if (!match || at >= to) throw new HandParseError('not_a_hand', from);
  const [, small, big, tourney, gameText = '', limit, month = '', day, year] = match;
  const plainGame = gameText.replace(/^(?:USD |EUR |GBP )?(?:fastforward |SPOTPOKER )?/, '').replace("'", '');
  const game = games[`${plainGame} ${limit}`];
  if (!game) throw new HandParseError('unsupported_game', at);
  const isTournament = tourney !== undefined || line.includes('Tournament #');
  const stack = lines
    .slice(at, to)
    .map((each) => /^Seat \d+: .* \(([^()]+)\)$/.exec(each)?.[1])
    .find((each) => each !== undefined);
  const parsed = new ParsedHand({
    game,
    kind: isTournament ? 'tournament' : 'cash',
    currency: isTournament ? null : currencyIn(stack ?? ''),
  });
  parsed.stakes = { small: amountAt(small, at), big: amountAt(big, at) };
  parsed.number = /Game (\w+)/i.exec(lines[from] ?? '')?.[1] ?? '';
  parsed.playedOn = isoDate(Number(year), months.indexOf(month) + 1, Number(day));
  // What a player collects includes an uncalled bet, which has no line of its own.
  parsed.awardsHoldReturns = 'always';
  parsed.keep(from);
  parsed.keep(at);
  return parsed;
}

function readLine(parsed: ParsedHand, line: string, at: number): void {
  const seat = parsed.seatBefore(line);
  if (seat !== undefined) {
    const { length } = parsed.nameOf(seat);
    if (readAction(parsed, seat, line.slice(length + 1), at)) parsed.keepName(at, 0, length, seat);
    else if (!isTableTalk(line)) throw new HandParseError('unknown_line', at);
  } else if (line.startsWith('** ')) readStreet(parsed, line, at);
  else if (line.startsWith('Seat ')) readSeat(parsed, line, at);
  else if (line.startsWith('Dealt to ')) {
    readDealt(parsed, line, at, (text) => cardsAt(inBrackets(text), at));
  } else if (line.startsWith('Table ')) {
    parsed.button = Number(/ -- Seat (\d+) is the button$/.exec(line)?.[1] ?? 0) || null;
    parsed.keep(at);
  } else if (line.startsWith('Total number of players')) {
    parsed.maxSeats = Number(/\/(\d+)$/.exec(line)?.[1] ?? 0);
    parsed.keep(at);
  } else if (!isTableTalk(line)) {
    throw new HandParseError(
      / (?:folds|checks|calls|bets|raises|posts)\b/.test(line) ? 'unknown_player' : 'unknown_line',
      at,
    );
  }
}

const isTableTalk = (line: string) =>
  /^(?:Creating (?:Main|Side) Pot|Game #|#Game No|>|Your time bank|Congratulations)/.test(line) ||
  / (?:is all-In\.?$|Cash-?out |opted for cash-?out|probabilt?i?l?i?ty is|said|has left|has joined|joined|left|finished|is disconnected|is connected|did not|will be using|sits out|is sitting out)/i.test(
    line,
  );

function readSeat(parsed: ParsedHand, line: string, at: number): void {
  const match = /^(Seat (\d+): )(.*) \(([^()]+)\)$/.exec(line);
  if (!match) throw new HandParseError('bad_amount', at);
  const [, head = '', seatText, name = '', stack] = match;
  parsed.addSeat(Number(seatText), name, amountAt(stack, at), at);
  parsed.keepName(at, head.length, head.length + name.length, Number(seatText));
}

function readStreet(parsed: ParsedHand, line: string, at: number): void {
  parsed.keep(at);
  const found = partyStreets.find(([words]) => line.startsWith(words));
  if (found) dealStreet(parsed, found[1], cardsAt(inBrackets(line), at), at);
  else if (!line.startsWith('** Dealing down cards **')) throw new HandParseError('unknown_line', at);
}

/** @returns false if the text is not an action */
function readAction(parsed: ParsedHand, seat: number, text: string, at: number): boolean {
  if (text === 'folds') parsed.fold(seat, at);
  else if (text === 'checks') parsed.check(seat, at);
  else if (text.startsWith('raises ')) {
    const [, added, , total] = text.split(' ');
    parsed.raiseByAdding(seat, amountAt(added, at), amountAt(total, at), at);
  } else {
    const match = /^(calls|bets|posts [a-z &+]+?) \(([^()]+)\)$/.exec(text);
    if (!match) return false;
    const [, verb, amountText] = match;
    const amount = amountAt(amountText, at);
    if (verb === 'calls') parsed.callWith(seat, amount, at);
    else if (verb === 'bets') parsed.putIn(seat, amount, at);
    else if (verb === 'posts small blind')
      parsed.post(seat, parsed.hasPosted('small') ? 'dead' : 'small', amount, at);
    else if (verb === 'posts big blind') parsed.post(seat, 'big', amount, at);
    else if (verb === 'posts ante') parsed.post(seat, 'ante', amount, at);
    else if (verb === 'posts straddle') parsed.post(seat, 'straddle', amount, at);
    else if (/dead|&|\+/.test(verb ?? '')) parsed.postBoth(seat, amount, at);
    else throw new HandParseError('unknown_line', at);
  }
  return true;
}

/** Reads the pots, the board, or a final balance: `x balance $3, bet $2, collected $4, net +$2[ cards ] […]`. */
function readSummaryLine(parsed: ParsedHand, line: string, at: number): void {
  if (line.startsWith('Main Pot: ')) {
    const [pots = '', rake] = line.split(' Rake: ');
    parsed.statedPot = pots
      .split(/(?:Main|Side) Pot ?\d*: /)
      .reduce((sum, part) => sum + (part.trim() === '' ? 0 : amountAt(part.trim(), at)), 0);
    parsed.rake = rake === undefined ? 0 : amountAt(rake.trim(), at);
    parsed.keep(at);
  } else if (line.startsWith('Board: [')) {
    const board = parsed.boards[0] ?? [];
    if (cardsAt(inBrackets(line), at).join() !== board.join()) throw new HandParseError('board_differs', at);
    parsed.keep(at);
  } else {
    const seat = parsed.seatBefore(line);
    if (seat !== undefined) readBalance(parsed, seat, line, at);
    else if (/ balance \S+, (?:bet|lost|didn't)/.test(line)) throw new HandParseError('unknown_player', at);
  }
}

const balance =
  /^(Cashed out +)?balance (\S+?), (?:didn't bet|sits out|lost (\S+?)|bet (\S+?)(?:, collected (\S+?))?, (?:net|lost) ?[+-]?\S*?)(?: ?\(folded\)| *(\[.*))?$/;

function readBalance(parsed: ParsedHand, seat: number, line: string, at: number): void {
  const { length } = parsed.nameOf(seat);
  const match = balance.exec(line.slice(length + 1));
  if (!match) throw new HandParseError('unknown_line', at);
  const [, cashedOut, left, lost, bet, collected, cards] = match;
  parsed.keepName(at, 0, length, seat);
  const [paid, won] = [amountAt(lost ?? bet ?? '0', at), amountAt(collected ?? '0', at)];
  if (cards !== undefined) {
    parsed.show(seat, cardsAt(inBrackets(cards), at), at);
  }
  // The room pays a cash-out; it does not come from the pot.
  if (cashedOut !== undefined) parsed.cashOuts.push({ seat, amount: won, fee: 0 });
  else {
    if (won > 0) parsed.award(seat, won, at);
    const own = parsed.seats.find((each) => each.seat === seat);
    if (own && own.stack - paid + won !== amountAt(left, at)) parsed.addOddity('summary_differs', at);
  }
}
