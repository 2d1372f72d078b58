import { useState } from 'react';
import { startingHandCount } from '../../../../shared/poker/starting-hands.ts';
import { compareRanges } from '../../../../shared/practice/range-training.ts';
import { weightsOf } from '../../../../shared/practice/range-weights.ts';
import type { RangeView } from '../../../../shared/practice/ranges.ts';
import { countText } from '../../../lib/count-text.ts';
import { Button } from '../../../ui/button.tsx';
import { PaintBrush, PaintHelp } from './paint-brush.tsx';
import { RangeChart } from './range-chart.tsx';
import { RangeTotals } from './range-totals.tsx';
import { usePainting } from './use-painting.ts';

const emptyChart = () => Array.from({ length: startingHandCount }, () => ({ raise: 0, call: 0 }));

export type RangeRecallProps = { range: RangeView; onEnd: () => void };

/**
 * The student paints the range from memory into an empty chart, which is then compared with the range. Nothing is
 * stored.
 */
export function RangeRecall({ range, onEnd }: RangeRecallProps) {
  const [isCompared, setCompared] = useState(false);
  const painting = usePainting(emptyChart);
  const { weights, paint, undo, change } = painting;
  const { right, missing, surplus } = compareRanges(weights, weightsOf(range.cells));
  const marks = new Map([
    ...missing.map((cell) => [cell, 'missing'] as const),
    ...surplus.map((cell) => [cell, 'surplus'] as const),
  ]);
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,32.5rem)_minmax(0,1fr)]">
      <div>
        <RangeChart
          label={`${range.name}, from memory`}
          weights={weights}
          {...(isCompared ? { marks } : { onPaint: paint })}
        />
        <RangeTotals weights={weights} />
        {!isCompared && <PaintHelp />}
      </div>
      <div className="grid content-start gap-4">
        {isCompared ? (
          <div role="status">
            <p className="text-lg font-semibold tabular">{right}% right</p>
            <p className="mt-1 text-muted">
              {missing.length + surplus.length === 0
                ? 'You know this range.'
                : `In your chart, ${countText(missing.length, 'hand is', 'hands are')} missing or played too rarely (−), and ${countText(surplus.length, 'does not belong there or is', 'do not belong there or are')} played too often (+).`}
            </p>
          </div>
        ) : (
          <PaintBrush painting={painting} />
        )}
        <div className="flex flex-wrap gap-2">
          {isCompared ? (
            <>
              <Button onClick={() => setCompared(false)}>Correct it</Button>
              <Button
                variant="secondary"
                onClick={() => {
                  change(emptyChart());
                  setCompared(false);
                }}
              >
                Paint it again
              </Button>
            </>
          ) : (
            <>
              <Button onClick={() => setCompared(true)}>Compare</Button>
              <Button variant="secondary" disabled={undo === undefined} onClick={undo}>
                Undo
              </Button>
            </>
          )}
          <Button variant="quiet" onClick={onEnd}>
            Back to the chart
          </Button>
        </div>
      </div>
    </div>
  );
}
