import { amountText } from '../../../../shared/poker/amount-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { type Replay, streetLabel, streetStarts } from './use-replay.ts';

export type ActionListProps = {
  replay: Replay;
  /** Indexes of the actions with a note of the student. */
  noted?: ReadonlySet<number>;
};

/** Every step in words, by street. A click goes to the step. */
export function ActionList({ replay, noted }: ActionListProps) {
  const { steps, index, hand, unit, go } = replay;
  const starts = streetStarts(steps);
  return (
    <ol className="grid gap-4 text-sm">
      {starts.map((start, startIndex) => {
        const first = steps[start];
        if (!first) return null;
        const before = steps[start - 1];
        return (
          <li key={first.street}>
            <p className="flex justify-between gap-4 border-b border-border pb-1 font-semibold">
              <span>{streetLabel(first)}</span>
              {before && (
                <span className="font-mono text-muted tabular">{amountText(before.money, hand, unit)}</span>
              )}
            </p>
            <ol>
              {steps.slice(start, starts[startIndex + 1] ?? steps.length).map((step, offset) => {
                const at = start + offset;
                return (
                  <li key={at}>
                    <button
                      type="button"
                      aria-current={at === index ? 'step' : undefined}
                      onClick={() => go(at)}
                      className={classNames(
                        'w-full rounded-control px-2 py-1 text-left hover:bg-sunken pointer-coarse:min-h-11',
                        at === index && 'bg-primary-soft font-semibold text-primary-text',
                      )}
                    >
                      {step.text}
                      {step.action !== null && noted?.has(step.action) && (
                        <span className="ml-1 text-accent-text">
                          <span aria-hidden="true">✎</span>
                          <span className="sr-only">, with your note</span>
                        </span>
                      )}
                    </button>
                  </li>
                );
              })}
            </ol>
          </li>
        );
      })}
    </ol>
  );
}
