import { Link } from '@tanstack/react-router';
import { describeError } from '../../lib/error-text.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';

/** How many sessions are completed and how many are begun. */
export function ProgressCard() {
  const progress = trpc.learning.progress.useQuery();
  const count = (status: 'completed' | 'in_progress') =>
    progress.data?.filter((entry) => entry.status === status).length ?? 0;

  return (
    <Card as="section" aria-labelledby="progress-title">
      <h2 id="progress-title" className="text-lg font-semibold">
        Progress Overview
      </h2>
      {progress.isPending && (
        <SkeletonRegion label="Loading your progress..." className="mt-4 grid grid-cols-2 gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </SkeletonRegion>
      )}
      {progress.isError && (
        <div className="mt-2">
          <p className="text-danger">{describeError(progress.error).message}</p>
          <Button variant="secondary" size="small" onClick={() => void progress.refetch()} className="mt-2">
            Try again
          </Button>
        </div>
      )}
      {progress.isSuccess && (
        <dl className="mt-4 grid grid-cols-2 gap-4">
          <Figure label="Completed" value={count('completed')} />
          <Figure label="In Progress" value={count('in_progress')} />
        </dl>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/coaching" className={buttonClass('secondary')}>
          View All Sessions
        </Link>
        <Link to="/goals" className={classNames(buttonClass('quiet'), 'max-sm:-ml-4')}>
          Goals and results
        </Link>
      </div>
      {/* Last, so that it pushes nothing down when it comes. */}
      {progress.data?.length === 0 && (
        <p className="mt-4 text-muted">Nothing yet: open a session and it is counted here.</p>
      )}
    </Card>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-mono text-3xl font-semibold">{value}</dd>
    </div>
  );
}
