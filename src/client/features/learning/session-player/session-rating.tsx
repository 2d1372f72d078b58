import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { useRating } from './use-rating.ts';

const ratings = [1, 2, 3, 4, 5] as const;

export function SessionRating({ sessionId, rating }: { sessionId: number; rating: number | null }) {
  const { chosen, isStored, failure, choose } = useRating(sessionId, rating);
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-xl font-semibold">How useful was this session?</legend>
      <div className="flex flex-wrap items-center gap-2">
        {ratings.map((value) => (
          <label
            key={value}
            className={classNames(
              'grid size-11 cursor-pointer place-items-center rounded-control border font-semibold tabular',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              value === chosen
                ? 'border-primary bg-primary-soft text-primary-text'
                : 'border-control bg-surface hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => choose(value)}
              className="sr-only"
            />
            {value}
          </label>
        ))}
      </div>
      {failure && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failure}
        </p>
      )}
      <p className="mt-2 text-sm text-muted">
        1 means not useful at all, 5 means very useful. {chosen !== null && isStored && 'Thank you.'}
      </p>
    </fieldset>
  );
}
