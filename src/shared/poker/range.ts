import { comboCount, indexOfHand, ranks, startingHandCount, startingHands } from './starting-hands.ts';

/** How often each of the 169 starting hands is played, 0…1, by index. */
export type Range = readonly number[];

const term =
  /^([2-9TJQKA])([2-9TJQKA])([so])?(\+|-([2-9TJQKA])([2-9TJQKA])([so])?)?(?::(0(?:\.\d+)?|1(?:\.0+)?))?$/;

const rankIndex = (letter: string | undefined) => (ranks as readonly string[]).indexOf(letter ?? '');

/**
 * Reads range notation: `55+, A2s+, KTo-K8o, T9s:0.5`. A `+` runs up to the pair of aces, or to the card below the
 * higher one; a weight follows a colon.
 * @throws RangeError for a term that cannot be read, and for a hand that is named twice
 */
export function parseRange(notation: string): Range {
  const weights = new Array<number>(startingHandCount).fill(0);
  const named = new Set<number>();
  for (const text of notation.split(',').map((part) => part.trim())) {
    if (text === '') continue;
    const { indexes, weight } = parseTerm(text);
    for (const index of indexes) {
      if (named.has(index)) throw new RangeError(`${startingHands[index]?.name} is named twice: ${text}`);
      named.add(index);
      weights[index] = weight;
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

/** The share of all combinations that a range plays, 0…1, each hand by its weight. */
export function playedShare(range: Range): number {
  return (
    range.reduce((sum, weight, index) => sum + weight * (startingHands[index]?.combos ?? 0), 0) / comboCount
  );
}
