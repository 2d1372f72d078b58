import type { PokerGame } from '../hand.ts';
import { currencyIn, parseAmount } from './amounts.ts';
import { playedOnIn } from './dates.ts';
import { HandParseError } from './hand-parse-error.ts';
import { ParsedHand } from './parsed-hand.ts';
import { blindsOf } from './parsed-values.ts';

/** The first pattern that matches decides. Null: a game that is not supported. */
const games: readonly (readonly [RegExp, PokerGame | null])[] = [
  [/(?:Split|Showtime|Unfold|Tempest|Swap|Deep Water|Pineapple|Irish|Fusion) ?(?:Hold'?em|Omaha).*$/, null],
  [/(?:6\+|6 Plus|Short ?Deck) ?(?:Hold'?em)?(?: No Limit)?$/i, 'shortdeck'],
  [/Hold'?em No Limit$/i, 'nlhe'],
  [/Hold'?em Pot Limit$/i, 'plhe'],
  [/Hold'?em (?:Fixed )?Limit$/i, 'flhe'],
  [/(?:5|Five)[- ]Card (?:Omaha Pot Limit|PLO)$|PLO-?5$|Omaha 5 Cards Pot Limit$/i, 'plo5'],
  [/(?:6|Six)[- ]Card (?:Omaha Pot Limit|PLO)$|PLO-?6$|Omaha 6 Cards Pot Limit$/i, 'plo6'],
  [/(?:5|6|Five|Six)[- ]Card .*$/i, null],
  [/Omaha Hi\/?-?Lo Pot Limit$|PLO-?8$|PLO Hi\/Lo$/i, 'plo8'],
  [/(?:^|[\s(,])(?:Omaha Pot Limit|PLO)$/i, 'plo'],
];

/**
 * Reads the first line, such as `Hold'em No Limit ($0.05/$0.10 USD)` or `… Hold'em No Limit - Level I (10/20)`. For a
 * mixed game, the line names the game of the hand in parentheses.
 * @throws HandParseError
 */
export function readStarsHead(line: string, at: number): ParsedHand {
  const colon = line.indexOf(': ');
  const rest = line.slice(colon + 2);
  const isTournament = /Tournament #/i.test(line);
  const stakes = stakesIn(rest, isTournament);
  if (!stakes) {
    throw new HandParseError(
      gameIn(rest.replace(/ - .*$/, '')) === undefined ? 'unsupported_game' : 'not_a_hand',
      at,
    );
  }
  const game = gameIn(stakes.before);
  if (!game) throw new HandParseError('unsupported_game', at);
  const small = parseAmount(stakes.small);
  const big = parseAmount(stakes.big);
  if (small === undefined || big === undefined) throw new HandParseError('bad_amount', at);
  const currency = isTournament ? null : currencyIn(`${stakes.big} ${stakes.currency}`.trim());
  const parsed = new ParsedHand({ game, kind: isTournament ? 'tournament' : 'cash', currency });
  parsed.stakes = blindsOf(game, small, big);
  if (stakes.level !== undefined) parsed.stakes.level = stakes.level;
  if (stakes.cap !== undefined) parsed.cap = parseAmount(stakes.cap) ?? null;
  parsed.number = /#([A-Z]{0,4}\d+)$/.exec(line.slice(0, colon))?.[1] ?? '';
  parsed.playedOn = playedOnIn(rest);
  return parsed;
}

function gameIn(text: string): PokerGame | undefined {
  const clean = text.trim().replace(/[,(\s]+$/, '');
  for (const [pattern, game] of games) if (pattern.test(clean)) return game ?? undefined;
  return undefined;
}

type StakesText = {
  before: string;
  small: string;
  big: string;
  currency: string;
  level?: string;
  cap?: string;
};

const tournamentStakes =
  /^(.*?)\)? - (?:Match Round \S+, )?Level ?(\S+) ?\(([\d.,]+)\/([\d.,]+)(?:\([\d.,]+\))?\)/i;
/** Short deck has one blind: `(Button Blind $0.25 - Ante $0.25 USD)`, `($0.02)`. */
const oneBlind = /^(.*?) *\((?:Button Blind )?([^\d\s()]{0,3}[\d.,]+)(?: - Ante \S+)? *([A-Z]{3})?\)/;
const cashStakes =
  /^(.*?) *[(,] *([^\d\s().,]{0,3}[\d.,]+[^\d\s()/.,]{0,3})\/([^\d\s().,]{0,3}[\d.,]+[^\d\s().,]{0,3})(?: - ([^\d\s.,]{0,3}[\d.,]+) Cap -)? *([A-Z]{3})?\)/;

function stakesIn(rest: string, isTournament: boolean): StakesText | undefined {
  const withLevel = isTournament ? tournamentStakes.exec(rest) : null;
  if (withLevel) {
    const [, before = '', level = '', small = '', big = ''] = withLevel;
    return { before, small, big, currency: '', level: level.slice(0, 20) };
  }
  const match = cashStakes.exec(rest);
  if (!match) {
    const [, before = '', big, currency = ''] = oneBlind.exec(rest) ?? [];
    if (big === undefined || gameIn(before) !== 'shortdeck') return undefined;
    return { before, small: '0', big, currency };
  }
  const [, before = '', small = '', big = '', cap, currency = ''] = match;
  return { before, small, big, currency, ...(cap !== undefined && { cap }) };
}
