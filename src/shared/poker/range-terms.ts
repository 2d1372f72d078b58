import { indexOfHand, ranks, startingHands } from './starting-hands.ts';

const term =
  /^([2-9TJQKA])([2-9TJQKA])([so])?(\+|-([2-9TJQKA])([2-9TJQKA])([so])?)?(?::(0(?:\.\d+)?|1(?:\.0+)?))?$/;

const rankIndex = (letter: string | undefined) => (ranks as readonly string[]).indexOf(letter ?? '');

/**
 * Reads terms of whole starting hands, such as `A2s+` or `T9s:0.5`. Charts have only such terms, so pages with charts
 * need not load the code for single cards.
 * @returns the weight of each named hand, by index
 * @throws RangeError for a term that cannot be read, and for a hand that is named twice
 */
export function parseHandTerms(terms: readonly string[]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const text of terms) {
    const { indexes, weight } = parseTerm(text);
    for (const index of indexes) {
      if (weights.has(index)) throw new RangeError(`${startingHands[index]?.name} is named twice: ${text}`);
      weights.set(index, weight);
    }
  }
  return weights;
}

function parseTerm(text: string): { indexes: number[]; weight: number } {
  const match = term.exec(text);
  if (!match) throw new RangeError(`Not a range: ${text}`);
  const [, first, second, kind, tail, toFirst, toSecond, toKind, weight = '1'] = match;
  const [high, low] = [rankIndex(first), rankIndex(second)];
  const isPair = high === low;
  if (isPair ? kind !== undefined : kind === undefined || high > low)
    throw new RangeError(`Not a range: ${text}`);
  const suited = kind === 's';
  const nearest = isPair ? 0 : high + 1;
  if (tail === '+' && !isPair && low === nearest && high > 0)
    throw new RangeError(ambiguous(text, low, suited));
  let last = tail === '+' ? nearest : low;
  if (toFirst !== undefined) {
    const sameKind = isPair
      ? toFirst === toSecond && toKind === undefined
      : toFirst === first && toKind === kind;
    if (!sameKind) throw new RangeError(`Not a range: ${text}`);
    last = rankIndex(toSecond);
  }
  if (!isPair && last <= high) throw new RangeError(`Not a range: ${text}`);
  const [from, to] = [Math.min(low, last), Math.max(low, last)];
  const indexes = Array.from({ length: to - from + 1 }, (_, step) =>
    indexOfHand(isPair ? from + step : high, from + step, suited),
  );
  return { indexes, weight: Number(weight) };
}

/** The error for a term such as `T9s+`. Some tools read it as T9s alone, others as T9s, JTs, QJs, KQs and AKs. */
function ambiguous(text: string, low: number, suited: boolean): string {
  const [name, last] = [indexOfHand(low - 1, low, suited), indexOfHand(0, 1, suited)].map(
    (index) => startingHands[index]?.name,
  );
  return `${text} has two meanings: write ${name}, or ${name}-${last}`;
}
