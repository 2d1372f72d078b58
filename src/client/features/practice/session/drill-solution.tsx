import { useEffect, useState } from 'react';
import { startingHands } from '../../../../shared/poker/starting-hands.ts';
import { takeBackSeconds } from '../../../../shared/practice/drill-rules.ts';
import type { DrillView, Solution } from '../../../../shared/practice/drills.ts';
import { formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { OptionBars } from '../option-bars.tsx';

export type DrillSolutionProps = {
  drill: DrillView;
  /** The index of the chosen option; in a drill on odds, the percentage that the student entered. */
  chosen: number;
  /** Undefined until the academy has stored the answer. */
  solution: Solution | undefined;
  /** Why the academy did not store the answer. */
  rejection: string | undefined;
  onNext: () => void;
  onEasy: () => void;
  onTakeBack: () => void;
  onUnclear: () => void;
};

export function DrillSolution({
  drill,
  chosen,
  solution,
  rejection,
  onNext,
  onEasy,
  onTakeBack,
  onUnclear,
}: DrillSolutionProps) {
  const [isFinal, setFinal] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFinal(true), takeBackSeconds * 1_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="mt-4">
      <div role="status">
        {solution ? (
          <p
            className={classNames('text-lg font-semibold', solution.isRight ? 'text-success' : 'text-danger')}
          >
            {verdict(solution)}
          </p>
        ) : rejection !== undefined ? (
          <p className="text-danger">{`This answer was not stored. ${rejection}`}</p>
        ) : (
          <>
            <p className="font-semibold wrap-anywhere">
              {`Your choice: ${drill.body.kind === 'odds' ? `${chosen}%` : drill.options[chosen]}`}
            </p>
            <p className="mt-1 text-muted">
              Your answer is kept in this tab. The solution appears as soon as the answer is sent.
            </p>
          </>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
        <Button
          className="max-sm:col-span-2 max-sm:min-h-14"
          aria-keyshortcuts="Enter Space"
          onClick={onNext}
        >
          Next
        </Button>
        {solution?.isRight && (
          <Button variant="secondary" aria-keyshortcuts="E" onClick={onEasy}>
            Easy
          </Button>
        )}
        <Button variant="secondary" aria-keyshortcuts="Z" aria-disabled={isFinal} onClick={onTakeBack}>
          Take back
        </Button>
      </div>
      {solution && (
        <>
          {solution.answer === null && drill.body.kind !== 'range' && (
            <div className="mt-6">
              <OptionBars
                options={solution.options.toSorted((one, other) => other.weight - one.weight)}
                chosen={drill.options[solution.chosen] ?? null}
              />
            </div>
          )}
          {solution.cells !== null && drill.body.kind === 'range' && (
            <SolutionRange cells={solution.cells} asked={drill.body.asked} options={drill.options} />
          )}
          <p className="mt-4 whitespace-pre-line wrap-anywhere">{solution.reason}</p>
          {solution.others && (
            <p className="mt-3 text-sm text-muted tabular">
              {`Others chose: ${solution.others.map((share, index) => `${drill.options[index]} ${share}%`).join(', ')}`}
            </p>
          )}
          <p className="mt-3 text-sm text-muted">
            {solution.dueOn === null
              ? 'This drill is no longer in use.'
              : `Comes back on ${formatDate(solution.dueOn)}.`}
            {solution.place && (
              <>
                {' '}
                <a href={solution.place.path} className="underline">
                  {solution.place.title}
                </a>{' '}
                explains it.
              </>
            )}
          </p>
          <Button
            variant="quiet"
            size="small"
            className="mt-2 -ml-3"
            aria-keyshortcuts="U"
            onClick={onUnclear}
          >
            Unclear question
          </Button>
        </>
      )}
    </div>
  );
}

function verdict({ isRight, answer, chosen }: Solution): string {
  if (answer !== null) return `${isRight ? 'Right' : 'Not quite'}: ${answer}%, you said ${chosen}%`;
  return isRight ? 'Right' : 'Not the best';
}

/** The range. The starting hand that the drill asked about is outlined. */
function SolutionRange({
  cells,
  asked,
  options,
}: {
  cells: string;
  asked: number;
  options: readonly string[];
}) {
  const optionClass = (option: number) => {
    if (option === 0) return 'bg-primary text-on-primary';
    return option === options.length - 1 ? 'bg-sunken text-muted' : 'bg-primary-soft text-primary-text';
  };
  const name = startingHands[asked]?.name ?? '';
  return (
    <figure className="mt-6">
      <div
        role="img"
        aria-label={`In this range, ${name} is ${options[Number(cells[asked])] ?? 'unknown'}`}
        className="grid max-w-md grid-cols-13 gap-px forced-color-adjust-none"
      >
        {startingHands.map((hand, index) => (
          <span
            key={hand.name}
            className={classNames(
              'grid aspect-square place-items-center text-[0.55rem] leading-none',
              optionClass(Number(cells[index])),
              index === asked && 'outline-2 outline-accent',
            )}
          >
            {hand.name}
          </span>
        ))}
      </div>
      <figcaption className="mt-2 text-sm text-muted">
        {options.map((label, index) => (
          <span key={label} className="mr-4 inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={classNames('inline-block size-3', optionClass(index))} />
            {label}
          </span>
        ))}
        <span className="mt-1 block">
          A hand that is played in more than one way is shown with one of its actions.
        </span>
      </figcaption>
    </figure>
  );
}
