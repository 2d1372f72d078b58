import { playedShare } from '../../../../shared/poker/range.ts';
import { comboCount } from '../../../../shared/poker/starting-hands.ts';
import type { CellWeights } from '../../../../shared/practice/range-weights.ts';

/** Combinations and percent of each action. */
export function RangeTotals({ weights }: { weights: readonly CellWeights[] }) {
  const raise = playedShare(weights.map((each) => each.raise));
  const call = playedShare(weights.map((each) => each.call));
  return (
    <p className="mt-2 text-sm text-muted tabular">
      {[
        { name: 'Raise', share: raise },
        ...(call > 0 ? [{ name: 'Call', share: call }] : []),
        // Floating-point sums can exceed 1 by very little, which would show as "-0.0%".
        { name: 'Fold', share: Math.max(0, 1 - raise - call) },
      ]
        .map(
          ({ name, share }) =>
            `${name} ${(share * 100).toFixed(1)}% (${Math.round(share * comboCount)} combos)`,
        )
        .join(' · ')}
    </p>
  );
}
