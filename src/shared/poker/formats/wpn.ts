import type { PokerGame } from '../hand.ts';
import { currencyIn } from './amounts.ts';
import { readDealt, unknownLine } from './common-lines.ts';
import { playedOnIn } from './dates.ts';
import { HandParseError } from './hand-parse-error.ts';
import { ParsedHand } from './parsed-hand.ts';
import { amountAt, blindsOf, cardsAt, readUncalled, streetsByName } from './parsed-values.ts';
import type { SiteParser } from './site-parser.ts';
import { readWpnSummary } from './wpn-summary.ts';

/** Hand histories of the Winning Poker Network since about 2018. Names are not followed by a colon. */
export const wpn: SiteParser = {
  anonymousHead: (line) =>
    line
      .replace(/^((?:Game )?Hand )#\d+/, '$1#0')
      .replace(/ - [^#]*Tournament #\d+/, ' - Tournament #0')
      .replace(/^(?:Table '.*'|.+)(?= \d+-max Seat #\d+ is the button$)/, "Table 'Table'"),
  read(lines, from, to) {
    const parsed = readHead(lines[from] ?? '', from);
    parsed.keep(from);
    let isDealt = false;
    for (let at = from + 1; at < to; at += 1) {
      const line = lines[at] ?? '';
      if (line === '') continue;
      if (line === '*** SUMMARY ***') return readWpnSummary(parsed, lines, at, to);
      if (line.startsWith('*** ')) {
        isDealt = true;
        readStreet(parsed, line, at);
      } else readLine(parsed, line, at, isDealt);
    }
    throw new HandParseError('unfinished', to - 1);
  },
};

const games: Record<string, PokerGame> = {
  'Holdem No Limit': 'nlhe',
  'Holdem Pot Limit': 'plhe',
  'Holdem Limit': 'flhe',
  'Holdem Fixed Limit': 'flhe',
  'Holdem All-in or Fold Limit': 'nlhe',
  'Omaha Pot Limit': 'plo',
  'Omaha H/L Pot Limit': 'plo8',
  'Omaha HL Pot Limit': 'plo8',
  '5Card Omaha Pot Limit': 'plo5',
  '5 Card Omaha Pot Limit': 'plo5',
  'Omaha 5 Pot Limit': 'plo5',
  'Omaha5 Pot Limit': 'plo5',
  'Omaha 6 Pot Limit': 'plo6',
  '6 Card Omaha Pot Limit': 'plo6',
};

/**
 * Parses the first line, such as `Hand #1 - Holdem(No Limit) - $0.02/$0.05 - 2021/04/01 …`; in tournaments, the stakes
 * are `Level 1 (250.00/500.00)`.
 */
function readHead(line: string, at: number): ParsedHand {
  const match =
    /#(\d+) - (?:[^#]*Tournament #\d+ - )?(.+?) ?\(([A-Za-z -]+)\) - (?:Level (\S+) \()?(\S+?)\/(\S+?)\)? ?- (.*)$/.exec(
      line,
    );
  if (!match) throw new HandParseError('not_a_hand', at);
  const [, number = '', gameText = '', limit = '', level, small, big = '', date = ''] = match;
  const game = games[`${gameText} ${limit}`];
  if (!game) throw new HandParseError('unsupported_game', at);
  const isTournament = line.includes('Tournament #');
  const parsed = new ParsedHand({
    game,
    kind: isTournament ? 'tournament' : 'cash',
    currency: isTournament ? null : currencyIn(big),
  });
  parsed.stakes = blindsOf(game, amountAt(small, at), amountAt(big, at));
  if (level !== undefined) parsed.stakes.level = level.slice(0, 20);
  parsed.number = number;
  parsed.playedOn = playedOnIn(date);
  parsed.awardsHoldReturns = 'maybe';
  return parsed;
}

function readLine(parsed: ParsedHand, line: string, at: number, isDealt: boolean): void {
  const seat = parsed.seatBefore(line);
  if (seat !== undefined) {
    const { length } = parsed.nameOf(seat);
    if (readAction(parsed, seat, line.slice(length + 1), at)) parsed.keepName(at, 0, length, seat);
    else if (!isTableTalk(line)) throw new HandParseError('unknown_line', at);
  } else if (line.startsWith('Seat ') && !isDealt && parsed.actions.length === 0) readSeat(parsed, line, at);
  else if (line.endsWith(' is the button')) readTable(parsed, line, at);
  else if (line.startsWith('Dealt to ')) {
    // Before the hole cards, each player is dealt a card that decides who gets the button.
    if (isDealt) readDealt(parsed, line, at);
  } else if (line.startsWith('Uncalled bet (')) readUncalled(parsed, line, at);
  else if (/^(?:Main pot|Side pot)/.test(line)) parsed.keep(at);
  else if (/^(?:Hand|Game) (?:was )?cancell?ed/i.test(line)) throw new HandParseError('cancelled', at);
  else if (!isTableTalk(line)) throw unknownLine(line, at);
}

const isTableTalk = (line: string) =>
  / (?:does not show|did not show|mucks?|is sitting|sits|sitting out|joins|joined|leaves|left|has (?:left|joined|returned|been|timed)|is (?:disconnected|connected|back|waiting|ready)|will be|waits|waiting|timed out|wants to|said|finished|wins|won|rebuys?|re-?buys?|adds?|was removed|requested)\b/.test(
    line,
  );

function readTable(parsed: ParsedHand, line: string, at: number): void {
  const match = / (\d+)-max Seat #(\d+) is the button$/.exec(line);
  if (!match) throw new HandParseError('unknown_line', at);
  parsed.maxSeats = Number(match[1]);
  parsed.button = Number(match[2]);
  parsed.keep(at);
}

function readSeat(parsed: ParsedHand, line: string, at: number): void {
  const head = /^Seat (\d+): /.exec(line);
  const match = / \((\S+)\)(?: is sitting out)?$/.exec(line);
  // A player who waits for the button has no stack yet.
  if (head && !match && / will be allowed to play /.test(line)) return;
  if (!head || !match) throw new HandParseError('bad_amount', at);
  const seat = Number(head[1]);
  parsed.addSeat(seat, line.slice(head[0].length, match.index), amountAt(match[1], at), at);
  parsed.keepName(at, head[0].length, match.index, seat);
}

function readStreet(parsed: ParsedHand, line: string, at: number): void {
  const end = line.indexOf(' ***', 4);
  const name = line.slice(4, end);
  const street = streetsByName[name];
  parsed.keep(at);
  if (street) {
    parsed.beginStreet(street, at);
    parsed.openBoard(0, cardsAt(line.slice(end + 4).replaceAll(/[[\]]/g, ' '), at), at);
  } else if (!/^(?:HOLE CARDS|SHOW ?DOWN)$/.test(name)) {
    throw new HandParseError(/STREET|DRAW/.test(name) ? 'unsupported_game' : 'unknown_line', at);
  }
}

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
    case 'cap':
    case 'caps':
      parsed.putIn(seat, amountAt(words[1], at), at);
      return true;
    case 'calls':
      parsed.callWith(seat, amountAt(words[1], at), at);
      return true;
    case 'bets':
      parsed.putIn(seat, amountAt(words[1], at), at);
      return true;
    case 'raises':
      if (words[2] !== 'to') return false;
      parsed.raiseByAdding(seat, amountAt(words[1], at), amountAt(words[3], at), at);
      return true;
    case 'posts':
    case 'straddle':
    case 'straddles':
      return readPost(parsed, seat, text, at);
    case 'shows':
      if (words[1]?.startsWith('[')) parsed.show(seat, cardsAt(/\[(.*?)\]/.exec(text)?.[1], at), at);
      return true;
    case 'collected':
      return readCollected(parsed, seat, text, at);
    default:
      return false;
  }
}

function readPost(parsed: ParsedHand, seat: number, text: string, at: number): boolean {
  const match = /^(?:posts|straddles?) ?(?:the )?([a-z ]*?) ?(\S*\d)(?: and is all-in)?$/.exec(text);
  if (!match) return false;
  const amount = amountAt(match[2], at);
  const what = text.startsWith('straddle') ? 'straddle' : match[1];
  if (what === 'small blind') parsed.post(seat, 'small', amount, at);
  else if (what === 'big blind') parsed.post(seat, 'big', amount, at);
  else if (what === 'ante') parsed.post(seat, 'ante', amount, at);
  else if (what === 'straddle') parsed.post(seat, 'straddle', amount, at);
  else if (what === '' || what === 'dead') {
    if (amount > parsed.stakes.big) parsed.postBoth(seat, amount, at);
    else parsed.post(seat, what === '' && amount > parsed.stakes.small ? 'enter' : 'dead', amount, at);
  } else return false;
  return true;
}

function readCollected(parsed: ParsedHand, seat: number, text: string, at: number): boolean {
  const match = /^collected (\S+) from (?:the )?(?:pot|(main) pot|side pot ?-?\(?(\d*)\)?)/.exec(text);
  if (!match) return false;
  const pot = match[2] ? 0 : match[3] === undefined ? null : Number(match[3] || 1);
  parsed.award(seat, amountAt(match[1], at), at, pot);
  return true;
}
