import { classNames } from '../../../ui/class-names.ts';
import { type Replay, streetLabel, streetStarts } from './use-replay.ts';

/** The streets, with a segment for each step. The more a step adds to the pot, the wider its segment. */
export function StreetBar({ replay }: { replay: Replay }) {
  const { steps, index, go } = replay;
  const starts = streetStarts(steps);
  return (
    <fieldset className="flex flex-wrap gap-x-2 gap-y-1 sm:gap-x-4">
      <legend className="sr-only">Streets</legend>
      {starts.map((start, startIndex) => {
        const end = starts[startIndex + 1] ?? steps.length;
        const first = steps[start];
        if (!first) return null;
        const isCurrent = index >= start && index < end;
        return (
          <div key={first.street} className="min-w-0">
            <button
              type="button"
              aria-current={isCurrent ? 'step' : undefined}
              onClick={() => go(start)}
              className={classNames(
                'min-h-8 rounded-control px-1 text-sm font-semibold hover:bg-sunken',
                isCurrent ? 'text-primary-text' : 'text-muted',
              )}
            >
              {streetLabel(first)}
            </button>
            <span aria-hidden="true" className="flex h-3 items-end gap-0.5 px-1">
              {steps.slice(start, end).map((step, offset) => {
                const at = start + offset;
                const before = steps[at - 1]?.money ?? 0;
                const moved = step.money > 0 ? Math.max(0, step.money - before) / step.money : 0;
                return (
                  <span
                    key={at}
                    className={classNames(
                      'h-full rounded-xs transition-colors',
                      at === index ? 'bg-accent' : at < index ? 'bg-primary' : 'bg-border',
                    )}
                    style={{ width: `${4 + Math.round(moved * 20)}px` }}
                  />
                );
              })}
            </span>
          </div>
        );
      })}
    </fieldset>
  );
}
