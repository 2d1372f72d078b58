import type { PokerSite } from '../hand.ts';

/** How the first line of a hand is recognized in a format of a poker room. */
type Format = {
  site: PokerSite;
  /** Whether a hand begins at `line`; `next` is the next line with text. */
  begins: (line: string, next: string) => boolean;
};

const starsBeginning =
  /^(?!Game |Hand |Full Tilt Poker )[\p{L}\p{N}][\p{L}\p{N} .'_-]{1,30} (?:Hand|Game|GAME|HAND) #(?:[A-Z]{0,4}\d+): /u;

/**
 * The first format that matches counts. The parsers are not imported here, so that a browser loads only those that a
 * text needs.
 */
const formats = {
  ignition: {
    site: 'ignition',
    begins: (line) => /^(?:Ignition|Bovada|Bodog)[\w. ]{0,12} Hand #/.test(line),
  },
  pokerStars: {
    site: 'pokerstars',
    begins: (line) => line.includes('#') && starsBeginning.test(line),
  },
  winamax: {
    site: 'winamax',
    begins: (line) => line.startsWith('Winamax Poker - ') && line.includes('HandId: #'),
  },
  wpn: {
    site: 'wpn',
    begins: (line) => /^(?:Game )?Hand #\d+ - /.test(line),
  },
  wpnOld: {
    site: 'wpn',
    begins: (line) => line.startsWith('Game started at: '),
  },
  eight88: {
    site: '888',
    begins: (line) => /^\*{4,5} (?!Hand )\S.* Hand History [Ff]or Game \d+ \*{4}/.test(line),
  },
  partyEmail: {
    site: 'partypoker',
    begins: (line, next) =>
      /^\*{5} Hand History For Game [\da-z]+ \*{5}/i.test(line) && / Game Table \([A-Z]+\)/.test(next),
  },
  partypoker: {
    site: 'partypoker',
    begins: (line) => /^\*{5} Hand History [Ff]or Game \d+ \*{5}/.test(line),
  },
  ipoker: {
    site: 'ipoker',
    begins: (line) => line.includes('<game gamecode='),
  },
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;
const inOrder = Object.entries(formats) as [FormatName, Format][];

/** A hand in a text: its lines from index `from` up to, but not including, `to`. */
export type FoundHand = { format: FormatName; site: PokerSite; from: number; to: number };

/** A fast test before the slower patterns. The first line of every hand passes it, and few other lines do. */
const mayBegin = (line: string) =>
  line.includes('#') ||
  line.startsWith('**** ') ||
  line.startsWith('***** ') ||
  line.startsWith('Game ') ||
  line.includes('<game ');

/** Where hands begin and end in a text. Lines before the first hand belong to no hand. */
export function findHands(lines: readonly string[]): FoundHand[] {
  const found: FoundHand[] = [];
  lines.forEach((line, at) => {
    const begun =
      mayBegin(line) && inOrder.find(([, { begins }]) => begins(line, lines[at + 1] || lines[at + 2] || ''));
    if (!begun) return;
    const [format, { site }] = begun;
    const last = found.at(-1);
    if (last) last.to = at;
    // GGPoker has the format of PokerStars.
    const isGg = line.startsWith('Poker Hand #');
    found.push({ format, site: isGg ? 'ggpoker' : site, from: at, to: lines.length });
  });
  return found;
}

/** Whether a text in which no hand was found looks like hands of an unsupported room or in an unsupported language. */
export const looksLikeHands = (lines: readonly string[]): boolean =>
  lines.some((line) => /(?:Hand|Game|Main|Partie|Mano|Mão)[^#\d]{0,20}#? ?\d{5,}/i.test(line));
