import { handCombos, startingHandOf } from './hand-combos.ts';
import { parseCards } from './playing-card.ts';
import { comboCount, indexOfHand, ranks, startingHands } from './starting-hands.ts';

/** How often a starting hand is played, 0…1, or how often each of its combinations is, in the order of `handCombos`. */
export type CellWeight = number | readonly number[];
/** The weights of the 169 starting hands, by index. */
export type Range = readonly CellWeight[];

const term =
  /^([2-9TJQKA])([2-9TJQKA])([so])?(\+|-([2-9TJQKA])([2-9TJQKA])([so])?)?(?::(0(?:\.\d+)?|1(?:\.0+)?))?$/;
const comboTerm = /^((?:[2-9TJQKA][shdc]){2})(?::(0(?:\.\d+)?|1(?:\.0+)?))?$/;

const rankIndex = (letter: string | undefined) => (ranks as readonly string[]).indexOf(letter ?? '');

/**
 * Reads range notation: `55+, A2s+, KTo-K8o, T9s:0.5, AhKh`. A `+` runs up to the pair of aces, or to the card below the
 * higher one; two cards with suits are a single combination; a weight follows a colon.
 * @throws RangeError for a term that cannot be read, and for a hand or combination that is named twice
 */
export function parseRange(notation: string): Range {
  const whole = new Map<number, number>();
  const single = new Map<number, Map<number, number>>();
  for (const text of notation.split(',').map((part) => part.trim())) {
    if (text === '') continue;
    const combo = parseComboTerm(text);
    if (combo) {
      const { index, place, weight } = combo;
      const places = single.get(index) ?? new Map<number, number>();
      if (whole.has(index) || places.has(place)) throw new RangeError(`${text} is named twice`);
      single.set(index, places.set(place, weight));
      continue;
    }
    const { indexes, weight } = parseTerm(text);
    for (const index of indexes) {
      if (whole.has(index) || single.has(index)) {
        throw new RangeError(`${startingHands[index]?.name} is named twice: ${text}`);
      }
      whole.set(index, weight);
    }
  }
  return startingHands.map(({ combos }, index) => {
    const places = single.get(index);
    if (!places) return whole.get(index) ?? 0;
    return cellOf(Array.from({ length: combos }, (_, place) => places.get(place) ?? 0));
  });
}

/** One weight where all combinations have the same. */
export function cellOf(combos: readonly number[]): CellWeight {
  const [first = 0] = combos;
  return combos.every((weight) => weight === first) ? first : combos;
}

/** How often a starting hand is played, 0…1, on average over its combinations. */
export function shareOf(cell: CellWeight): number {
  return typeof cell === 'number' ? cell : cell.reduce((sum, weight) => sum + weight, 0) / cell.length;
}

function parseComboTerm(text: string): { index: number; place: number; weight: number } | undefined {
  const match = comboTerm.exec(text);
  if (!match) return undefined;
  const [, named = '', weight = '1'] = match;
  const [one = 0, other = 0] = parseCards(named) ?? [];
  if (one === other) throw new RangeError(`Not a range: ${text}`);
  const index = startingHandOf(one, other);
  const place = (handCombos[index] ?? []).findIndex((cards) => cards.includes(one) && cards.includes(other));
  return { index, place, weight: Number(weight) };
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
    range.reduce<number>((sum, cell, index) => sum + shareOf(cell) * (startingHands[index]?.combos ?? 0), 0) /
    comboCount
  );
}
