import { handCombos } from './hand-combos.ts';
import { cardText } from './playing-card.ts';
import type { Range } from './range.ts';
import { gridSize, indexOfHand, ranks } from './starting-hands.ts';

/**
 * Writes a range in the notation that `parseRange` reads: `55+, A2s+, T9s:0.5, KTo-K8o, AhKh`. The order is:
 * pairs, suited hands, offsuit hands, single combinations. Suited and offsuit hands are sorted by their higher card.
 * Weights are rounded to four decimals.
 */
export function rangeText(range: Range): string {
  const terms: string[] = [];
  const addRuns = (from: number, name: (low: number) => string, indexOf: (low: number) => number) => {
    const weightAt = (low: number) => {
      const cell = low < gridSize ? range[indexOf(low)] : 0;
      return typeof cell === 'number' ? rounded(cell) : 0;
    };
    for (let start = from; start < gridSize; start += 1) {
      const weight = weightAt(start);
      if (weight === 0) continue;
      let end = start;
      while (weightAt(end + 1) === weight) end += 1;
      terms.push(`${runText(name(start), name(end), start === from)}${weightText(weight)}`);
      start = end;
    }
  };
  addRuns(
    0,
    (low) => `${ranks[low]}${ranks[low]}`,
    (low) => indexOfHand(low, low, false),
  );
  for (const suited of [true, false]) {
    for (let high = 0; high < gridSize - 1; high += 1) {
      addRuns(
        high + 1,
        (low) => `${ranks[high]}${ranks[low]}${suited ? 's' : 'o'}`,
        (low) => indexOfHand(high, low, suited),
      );
    }
  }
  for (const [index, cell] of range.entries()) {
    // Hands with one weight for all combinations were written above. Other hands have one weight for each combination.
    if (typeof cell === 'number') continue;
    for (const [place, weight] of cell.map(rounded).entries()) {
      const cards = handCombos[index]?.[place] ?? [];
      if (weight > 0) terms.push(`${cards.map(cardText).join('')}${weightText(weight)}`);
    }
  }
  return terms.join(', ');
}

const weightText = (weight: number) => (weight === 1 ? '' : `:${weight}`);

const rounded = (weight: number) => Math.round(weight * 10_000) / 10_000;

/** A run of neighboring hands of one kind, such as `77-55`, or `QQ+` if it begins with the strongest. */
function runText(strongest: string, weakest: string, isTop: boolean): string {
  if (strongest === weakest) return strongest;
  return isTop ? `${weakest}+` : `${strongest}-${weakest}`;
}
