import type { ProgressEntry } from '../../../../shared/learning/learning.ts';
import { formatDate, formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { Completion } from './use-completion.ts';
import type { SessionProgress } from './use-session-progress.ts';

export type CompletionBarProps = {
  progress: ProgressEntry | null;
  /** Whether the player reports how far the video was watched. */
  tracksWatching: boolean;
  completion: Completion;
  /** Why the last progress report failed; undefined if it succeeded, or if it will not be repeated. */
  unsent: SessionProgress['unsent'];
};

/** Explains when the session counts as complete, and lets the user mark it as complete. */
export function CompletionBar({ progress, tracksWatching, completion, unsent }: CompletionBarProps) {
  const isCompleted = progress?.status === 'completed';
  return (
    <div className="rounded-card border border-border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 text-sm">
          <p role="status" className="font-semibold">
            {isCompleted ? `Completed on ${formatDate(progress.completedAt)}` : 'In progress'}
          </p>
          <p className="text-muted">
            {!isCompleted &&
              (tracksWatching
                ? 'Complete at 90% watched or when you mark it.'
                : 'Complete when you mark it.')}
            {progress && progress.timeSpent >= 60 && (
              <span className="tabular">
                {' '}
                Studied for {formatDuration(Math.floor(progress.timeSpent / 60))}.
              </span>
            )}
          </p>
        </div>
        {isCompleted ? (
          <Button
            variant="secondary"
            size="small"
            busy={completion.isPending}
            busyLabel="Saving..."
            onClick={completion.unmark}
          >
            Mark as not complete
          </Button>
        ) : (
          <Button
            size="small"
            busy={completion.isPending}
            busyLabel="Saving..."
            onClick={completion.complete}
          >
            Mark as complete
          </Button>
        )}
      </div>
      {completion.failure && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {completion.failure}
        </p>
      )}
      {unsent && (
        <p role="status" className="mt-2 text-sm text-warning">
          {unsent === 'logged_out'
            ? 'You are logged out. Your position and your time are stored in this browser and sent when you log in again.'
            : 'The academy cannot be reached. Your position and your time are stored in this browser and sent later.'}
        </p>
      )}
    </div>
  );
}
