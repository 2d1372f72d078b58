import type { OddsSide } from '../poker/odds.ts';
import { cardText, type PlayingCard, parseCards } from '../poker/playing-card.ts';
import { parseRange, playedShare } from '../poker/range.ts';
import { combosOf } from '../poker/range-combos.ts';

/** A question about odds that the author of a lesson asks. */
export type OddsQuestion = {
  /** The student's hand or range, then those of one or two opponents. */
  sides: OddsSide[];
  board: PlayingCard[];
  /** The pot before the bet, and the bet, both in the same unit. */
  price: { pot: number; bet: number } | null;
};

/** The meaning of a line that begins with `:::`. */
export type LessonBlock =
  /** `ref` is the title or the id of a hand of the academy. */
  | { kind: 'hand'; ref: string }
  | { kind: 'odds'; question: OddsQuestion }
  /** `problem` is a sentence for the author; `part` is what they have to change in an odds question. */
  | { kind: 'wrong'; problem: string; part?: OddsPart };

/** The parts of an odds question, as its author writes them. */
export type OddsPart = 'hands' | 'board' | 'pot' | 'bet';

class OddsProblem extends Error {
  readonly part: OddsPart;
  constructor(part: OddsPart, problem: string) {
    super(problem);
    this.part = part;
  }
}

const longestLine = 400;
const longestTitle = 120;

/** The language of the code blocks that `fenceBlocks` creates for the Markdown renderer. */
export const blockLanguage = 'lesson-block';

/** Whether a line of Markdown is a lesson block. The line must not be in a code block. */
export const isBlockLine = (line: string): boolean => line.startsWith(':::');

/**
 * Parses one line, such as `:::hand Check-raise into three` or
 * `:::odds AsKs v QQ+, AKs; board Kh 8s 3d; pot 12; bet 6`.
 */
export function readBlock(line: string): LessonBlock {
  const [, kind = '', text = ''] = /^:::\s*(\w*)\s*(.*?)\s*$/.exec(line) ?? [];
  if (line.length > longestLine) return wrong('This line is too long.');
  if (kind === 'hand') {
    return text === '' || text.length > longestTitle
      ? wrong('Write the title or the id of a hand after “:::hand”.')
      : { kind: 'hand', ref: text };
  }
  if (kind === 'odds') return readOdds(text);
  return wrong(`“${line.trim().slice(0, 40)}” is not known. Write “:::hand” or “:::odds”.`);
}

const wrong = (problem: string) => ({ kind: 'wrong', problem }) as const;

function readOdds(text: string): LessonBlock {
  const [sidesText = '', ...parts] = text.split(';').map((part) => part.trim());
  const values = new Map<string, string>();
  for (const part of parts) {
    const [, name = '', value = ''] = /^(\w+)\s+(.+)$/.exec(part) ?? [];
    if (!['board', 'pot', 'bet'].includes(name) || values.has(name)) {
      return wrong(`“${part}” is not known. After the hands come “; board …”, “; pot …” and “; bet …”.`);
    }
    values.set(name, value);
  }
  try {
    return {
      kind: 'odds',
      question: readQuestion(sidesText, values.get('board') ?? '', values.get('pot'), values.get('bet')),
    };
  } catch (error) {
    if (error instanceof OddsProblem) return { ...wrong(error.message), part: error.part };
    throw error;
  }
}

/** @throws OddsProblem */
function readQuestion(
  sidesText: string,
  boardText: string,
  pot: string | undefined,
  bet: string | undefined,
): OddsQuestion {
  const texts = sidesText.split(/\s+v\s+/).filter((side) => side !== '');
  if (texts.length < 2 || texts.length > 3) {
    throw new OddsProblem(
      'hands',
      'Write two or three hands or ranges with “v” between them, such as AsKs v QQ+.',
    );
  }
  const board = parseCards(boardText);
  if (!board || ![0, 3, 4, 5].includes(board.length)) {
    throw new OddsProblem(
      'board',
      `The board has three to five cards, such as Kh 8s 3d, not “${boardText}”.`,
    );
  }
  const sides = texts.map(readSide);
  checkCards(sides, board);
  return { sides, board, price: readPrice(pot, bet) };
}

function readSide(text: string): OddsSide {
  const cards = parseCards(text);
  if (cards && (cards.length === 2 || cards.length === 4)) return cards;
  try {
    if (playedShare(parseRange(text)) > 0) return text;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new OddsProblem('hands', `“${text}” is neither cards such as AsKs nor a range such as QQ+, AKs.`);
}

function checkCards(sides: readonly OddsSide[], board: readonly PlayingCard[]): void {
  const hands = sides.filter((side) => typeof side !== 'string');
  const ranges = sides.filter((side) => typeof side === 'string');
  const known = [...hands.flat(), ...board];
  const twice = known.find((card, index) => known.indexOf(card) !== index);
  if (twice !== undefined)
    throw new OddsProblem(
      board.includes(twice) ? 'board' : 'hands',
      `The card ${cardText(twice)} appears twice.`,
    );
  if (hands.some(({ length }) => length === 4)) {
    if (ranges.length > 0 || hands.some(({ length }) => length !== 4)) {
      throw new OddsProblem('hands', 'An Omaha hand can only be compared with other Omaha hands.');
    }
    if (board.length === 0) throw new OddsProblem('board', 'Omaha hands need a board.');
  }
  for (const range of ranges) {
    if (combosOf(parseRange(range), known).length === 0) {
      throw new OddsProblem(
        'hands',
        `No hand of “${range}” is possible, because the other hands and the board contain its cards.`,
      );
    }
  }
}

function readPrice(pot: string | undefined, bet: string | undefined): OddsQuestion['price'] {
  if (pot === undefined && bet === undefined) return null;
  const [potSize, betSize] = [pot, bet].map((text) =>
    /^\d{1,7}(?:\.\d{1,2})?$/.test(text ?? '') ? Number(text) : 0,
  );
  if (!potSize || !betSize)
    throw new OddsProblem(
      potSize ? 'bet' : 'pot',
      'Write both the pot and the bet as numbers, such as pot 12; bet 6.',
    );
  return { pot: potSize, bet: betSize };
}

/** The lesson blocks of a text in order. Lines in code blocks and indented lines do not count. */
export function blocksOf(markdown: string): LessonBlock[] {
  return partsOf(markdown).flatMap(({ line, isBlock }) => (isBlock ? [readBlock(line)] : []));
}

/** The Markdown, with `title` in each hand block whose hand was renamed. */
export function renameHand(markdown: string, isRenamed: (ref: string) => boolean, title: string): string {
  let isChanged = false;
  const lines = partsOf(markdown).map(({ line, isBlock }) => {
    const block = isBlock ? readBlock(line) : undefined;
    if (block?.kind !== 'hand' || !isRenamed(block.ref)) return line;
    isChanged = true;
    return `:::hand ${title}`;
  });
  return isChanged ? lines.join('\n') : markdown;
}

/** The Markdown with each lesson block as a fenced code block in the language `blockLanguage`, between blank lines. */
export function fenceBlocks(markdown: string): string {
  return partsOf(markdown)
    .map(({ line, isBlock }) => (isBlock ? `\n\`\`\`${blockLanguage}\n${line}\n\`\`\`\n` : line))
    .join('\n');
}

function partsOf(markdown: string): { line: string; isBlock: boolean }[] {
  /** The opening fence of the current code block; undefined outside of one. */
  let fence: string | undefined;
  return markdown.split(/\r?\n/).map((line) => {
    // If another backtick follows in the line, the backticks are inline code, not a fence (CommonMark 4.5).
    const marker = /^ {0,3}(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      fence = marker;
      return { line, isBlock: marker === undefined && isBlockLine(line) };
    }
    if (marker?.startsWith(fence) && /^[\s`~]*$/.test(line)) fence = undefined;
    return { line, isBlock: false };
  });
}
