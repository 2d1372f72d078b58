import type { PokerGame } from '../hand.ts';
import { currencyIn, parseAmount } from './amounts.ts';
import { ParsedHand } from './parsed-hand.ts';
import { RefusedHand } from './refusal.ts';

const number = String.raw`(?:Hand|Game|GAME|HAND) #([A-Z]{0,4}\d+)`;
const beginning = new RegExp(
  `^(?!Game |Hand |Full Tilt)[\\p{L}\\p{N}][\\p{L}\\p{N} .'_-]{1,30} ${number}: `,
  'u',
);

/** Whether a hand of PokerStars, GGPoker or one of the rooms and programs that write like them begins here. */
export const beginsStars = (line: string): boolean => line.includes('#') && beginning.test(line);

const games: readonly (readonly [RegExp, PokerGame | null])[] = [
  [/(?:Split|Showtime|Unfold|Tempest|Swap|Deep Water|Pineapple|Irish|Fusion) ?(?:Hold'?em|Omaha).*$/, null],
  [/(?:6\+|6 Plus|Short ?Deck) ?(?:Hold'?em)?(?: No Limit)?$/i, 'shortdeck'],
  [/Hold'?em No Limit$/i, 'nlhe'],
  [/Hold'?em Pot Limit$/i, 'plhe'],
  [/Hold'?em (?:Fixed )?Limit$/i, 'flhe'],
  [/(?:5|Five)[- ]Card (?:Omaha Pot Limit|PLO)$|PLO-?5$/i, 'plo5'],
  [/(?:6|Six)[- ]Card (?:Omaha Pot Limit|PLO)$|PLO-?6$/i, 'plo6'],
  [/(?:5|6|Five|Six)[- ]Card .*$/i, null],
  [/Omaha Hi\/?-?Lo Pot Limit$|PLO-?8$|PLO Hi\/Lo$/i, 'plo8'],
  [/(?:^|[\s(,])(?:Omaha Pot Limit|PLO)$/i, 'plo'],
];

/**
 * Reads the first line. `Hold'em No Limit ($0.05/$0.10 USD)` and `… Hold'em No Limit - Level I (10/20)` name game and
 * stakes; mixed games name the game of the hand in brackets.
 * @throws RefusedHand
 */
export function readStarsHead(line: string, at: number): ParsedHand {
  const colon = line.indexOf(': ');
  const rest = line.slice(colon + 2);
  const isTournament = line.includes('Tournament #');
  const stakes = stakesIn(rest, isTournament);
  if (!stakes) {
    throw new RefusedHand(
      gameIn(rest.replace(/ - .*$/, '')) === undefined ? 'unsupported_game' : 'not_a_hand',
      at,
    );
  }
  const game = gameIn(stakes.before);
  if (!game) throw new RefusedHand('unsupported_game', at);
  const small = parseAmount(stakes.small);
  const big = parseAmount(stakes.big);
  if (small === undefined || big === undefined || big === 0) throw new RefusedHand('bad_amount', at);
  const currency = isTournament ? null : currencyIn(`${stakes.big} ${stakes.currency}`.trim());
  const parsed = new ParsedHand({ game, kind: isTournament ? 'tournament' : 'cash', currency });
  // A limit game names its bets: the small one is the big blind.
  parsed.stakes = game === 'flhe' ? { small: Math.floor(small / 2), big: small } : { small, big };
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
  /^(.*?)\)? - (?:Match Round \S+, )?Level ?(\S+) ?\(([\d.,]+)\/([\d.,]+)(?:\([\d.,]+\))?\)/;
/** Short deck has one blind: `(Button Blind $0.25 - Ante $0.25 USD)`, `($0.02)`. */
const oneBlind = /^(.*?) *\((?:Button Blind )?([^\d\s()]{0,3}[\d.,]+)(?: - Ante \S+)? *([A-Z]{3})?\)/;
const cashStakes =
  /^(.*?) *[(,] *([^\d\s()]{0,3}[\d.,]+[^\d\s()/]{0,3})\/([^\d\s()]{0,3}[\d.,]+[^\d\s()]{0,3})(?: - (\S*?[\d.,]+) Cap -)? *([A-Z]{3})?\)/;

function stakesIn(rest: string, isTournament: boolean): StakesText | undefined {
  if (isTournament) {
    const match = tournamentStakes.exec(rest);
    if (!match) return undefined;
    const [, before = '', level = '', small = '', big = ''] = match;
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

/** The last date of a line: the one in brackets where there are two. @returns such as `2025-08-02` */
export function playedOnIn(text: string): string | undefined {
  const dates = text.match(/\b(?:19|20)\d\d[/-]\d{1,2}[/-]\d{1,2}/g);
  const parts = dates?.at(-1)?.split(/[/-]/);
  if (!parts) return undefined;
  const [year = '', month = '', day = ''] = parts;
  return isoDate(Number(year), Number(month), Number(day));
}

/** @returns undefined for a day that does not exist */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
