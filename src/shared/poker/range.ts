import { handCombos, startingHandOf } from './hand-combos.ts';
import { notationTerms } from './notation-terms.ts';
import { parseCards } from './playing-card.ts';
import { parseHandTerms } from './range-terms.ts';
import { comboCount, startingHands } from './starting-hands.ts';

/**
 * How often a starting hand is played, 0…1. A list has one such number for each combination, in the order of
 * `handCombos`.
 */
export type CellWeight = number | readonly number[];
/** The weights of the 169 starting hands, by index. */
export type Range = readonly CellWeight[];

const comboTerm = /^((?:[2-9TJQKA][shdc]){2})(?::(0(?:\.\d+)?|1(?:\.0+)?))?$/;

/**
 * Reads range notation: `55+, A2s+, KTo-K8o, T9s:0.5, AhKh`. A `+` includes all higher pairs, or all higher second
 * cards. Two cards with suits are a single combination. A weight from 0 to 1 follows a colon. `notationTerms` lists
 * which notation of other tools is accepted, too.
 * @throws RangeError for a term that cannot be read, and for a hand or combination that is named twice
 */
export function parseRange(notation: string): Range {
  const terms = notationTerms(notation);
  const whole = parseHandTerms(terms.filter((text) => !comboTerm.test(text)));
  const single = new Map<number, Map<number, number>>();
  for (const text of terms) {
    const combo = parseComboTerm(text);
    if (!combo) continue;
    const { index, place, weight } = combo;
    const places = single.get(index) ?? new Map<number, number>();
    if (whole.has(index) || places.has(place)) throw new RangeError(`${text} is named twice`);
    single.set(index, places.set(place, weight));
  }
  return startingHands.map(({ combos }, index) => {
    const places = single.get(index);
    if (!places) return whole.get(index) ?? 0;
    return cellOf(Array.from({ length: combos }, (_, place) => places.get(place) ?? 0));
  });
}

/** One weight if it is the same for all combinations, otherwise the weight of each. */
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

/** The share of all combinations that a range plays, 0…1, each hand by its weight. */
export function playedShare(range: Range): number {
  return (
    range.reduce<number>((sum, cell, index) => sum + shareOf(cell) * (startingHands[index]?.combos ?? 0), 0) /
    comboCount
  );
}
