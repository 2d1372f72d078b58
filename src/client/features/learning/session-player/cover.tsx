import { clockTime } from '../../../../shared/clock-time.ts';
import { Button } from '../../../ui/button.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';

/** If the stored position is less than this many seconds, the video starts from the beginning. */
const minResumeSeconds = 5;

export type CoverProps = {
  title: string;
  /** Seconds. */
  startAt: number;
  onBegin: (second: number) => void;
};

/** Covers a video that has not started in this visit, with buttons to resume or start. */
export function Cover({ title, startAt, onBegin }: CoverProps) {
  const resumes = startAt >= minResumeSeconds;
  return (
    <div className="absolute inset-0 flex flex-col justify-end overflow-hidden bg-sunken p-4 sm:p-6">
      <RangeGrid seed={7} className="absolute -top-8 -right-8 w-48 opacity-80 sm:w-80" />
      <div className="relative flex flex-wrap gap-2">
        <Button onClick={() => onBegin(resumes ? startAt : 0)}>
          <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3">
            <path d="M2.5 1v10l8-5z" fill="currentColor" />
          </svg>
          {resumes ? `Continue at ${clockTime(startAt)}` : 'Play'}
          <span className="sr-only"> {title}</span>
        </Button>
        {resumes && (
          <Button variant="secondary" onClick={() => onBegin(0)}>
            From the beginning
          </Button>
        )}
      </div>
    </div>
  );
}
