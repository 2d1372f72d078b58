import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { startingHands } from '../../../../shared/poker/starting-hands.ts';
import {
  type ActionWeights,
  type RangeAction,
  rangeActionNames,
  rangeActions,
  weightsOf,
} from '../../../../shared/practice/range-weights.ts';
import type { RangeView } from '../../../../shared/practice/ranges.ts';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { showFailure } from '../../../ui/toast.tsx';
import { actionsText, RangeChart } from './range-chart.tsx';

export type RangeTrainerProps = { range: RangeView; onEnd: () => void };

/**
 * Asks about hands that are easy to get wrong. The server picks them with `pickCells`. While the focus is inside, the
 * first letter of an action answers, and Enter continues.
 */
export function RangeTrainer({ range, onEnd }: RangeTrainerProps) {
  const { id } = range;
  const utils = trpc.useUtils();
  const [index, setIndex] = useState(0);
  const [right, setRight] = useState(0);
  const [missed, setMissed] = useState<readonly string[]>([]);
  const hasAnswered = useRef(false);
  const start = useAction(
    trpc.ranges.train.useMutation({ onError: showFailure('The training could not be loaded') }),
  );
  const answer = useAction(
    trpc.ranges.trainAnswer.useMutation({
      onSuccess({ isRight }, { cell }) {
        hasAnswered.current = true;
        if (isRight) setRight((count) => count + 1);
        else setMissed((all) => [...all, startingHands[cell]?.name ?? '']);
      },
      onError: showFailure('The answer was not counted', 'The answer may have been counted'),
    }),
  );
  const cells = start.data?.cells;
  const actions = rangeActions.filter((action) => action !== 'call' || range.cells.call !== '');
  const cell = cells?.[index];
  const outcome = answer.data && answer.variables?.cell === cell ? answer.data : undefined;
  const chosen = outcome && answer.variables?.action;
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (cell !== undefined && !outcome) box.current?.focus({ preventScroll: true });
  }, [cell, outcome]);

  // Runs on unmount, so that the chart and the list show the stored answers, no matter how the user leaves.
  useEffect(
    () => () => {
      if (hasAnswered.current) void utils.ranges.invalidate();
    },
    [utils],
  );

  function choose(action: RangeAction) {
    if (!start.data || cell === undefined || outcome || answer.isPending) return;
    answer.run({ id, cell, action, version: start.data.version });
  }

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const action = actions.find((each) => each[0] === shortcutKey(event));
    if (action) choose(action);
  }

  function begin() {
    setIndex(0);
    setRight(0);
    setMissed([]);
    answer.reset();
    start.run({ id });
  }

  if (!cells) {
    return (
      <Card as="section" aria-label="Trainer">
        <h2 className="text-lg font-semibold">Train borderline hands</h2>
        <p className="mt-1 text-muted">
          Twenty close hands, without a time limit. Hands that you miss are asked again the next time.
        </p>
        {range.learned && (
          <p className="mt-1 text-sm text-muted tabular">
            {range.learned.correct} of {range.learned.asked} right so far.
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button busy={start.isPending} onClick={begin}>
            Start
          </Button>
          <Button variant="quiet" onClick={onEnd}>
            Back to the chart
          </Button>
        </div>
      </Card>
    );
  }

  if (cell === undefined) {
    return <TrainingEnd right={right} asked={cells.length} missed={missed} onAgain={begin} onEnd={onEnd} />;
  }

  return (
    <Card
      as="section"
      ref={box}
      tabIndex={-1}
      aria-label="Trainer"
      onKeyDown={handleKey}
      className="outline-none"
    >
      <p className="text-sm text-muted tabular">
        {index + 1} of {cells.length} · {right} right
      </p>
      <h2 className="mt-2 font-mono text-4xl font-bold">{startingHands[cell]?.name}</h2>
      <div className="mt-4 grid gap-2">
        {actions.map((action) => (
          <Button
            key={action}
            variant="secondary"
            className={classNames('choice', action === chosen && 'border-accent')}
            disabled={outcome !== undefined}
            busy={answer.isPending}
            aria-keyshortcuts={rangeActionNames[action][0]}
            onClick={() => choose(action)}
          >
            {rangeActionNames[action]}
            {action === chosen && <span className="text-accent-text">Your choice</span>}
          </Button>
        ))}
      </div>
      <div role="status" className="mt-4 min-h-12">
        {outcome && (
          <p>
            <strong className={outcome.isRight ? 'text-success' : 'text-danger'}>
              {outcome.isRight ? 'Right.' : 'Wrong.'}
            </strong>{' '}
            The range plays it: {outcomeText(outcome)}
          </p>
        )}
      </div>
      {outcome && (
        <details className="mb-4">
          <summary className="cursor-pointer text-sm text-muted">See the chart</summary>
          <div className="mt-2">
            <RangeChart
              label={range.name}
              weights={weightsOf(range.cells)}
              marks={new Map([[cell, 'asked']])}
            />
          </div>
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        {outcome && (
          <Button autoFocus onClick={() => setIndex(index + 1)}>
            Next
          </Button>
        )}
        <Button variant="quiet" onClick={onEnd} className={outcome ? undefined : '-ml-4'}>
          Back to the chart
        </Button>
      </div>
      {!outcome && (
        <p className="mt-2 text-sm text-muted max-lg:hidden">
          Keys: {actions.map((action) => `${rangeActionNames[action][0]} ${action}s`).join(', ')}, Enter
          continues.
        </p>
      )}
    </Card>
  );
}

type TrainingEndProps = Pick<RangeTrainerProps, 'onEnd'> & {
  right: number;
  asked: number;
  missed: readonly string[];
  onAgain: () => void;
};

function TrainingEnd({ right, asked, missed, onAgain, onEnd }: TrainingEndProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is no longer on the page, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card as="section" aria-label="Trainer">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tabular">
        {right} of {asked} right
      </h2>
      <p className="mt-1 text-muted">
        {missed.length === 0
          ? 'You know these borderline hands.'
          : `You missed ${missed.join(', ')}. They are asked again the next time.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={onAgain}>Train again</Button>
        <Button variant="secondary" onClick={onEnd}>
          Back to the chart
        </Button>
      </div>
    </Card>
  );
}

/** A tiny remainder does not count as a fold, because floating-point sums are not exact. */
function outcomeText({ raise, call }: ActionWeights): string {
  const fold = 1 - raise - call;
  return actionsText({ raise, call, fold: fold > 0.001 ? fold : 0 });
}
