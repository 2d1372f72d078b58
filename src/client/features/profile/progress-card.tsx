import { Link } from '@tanstack/react-router';
import type { ProgressEntry } from '../../../shared/learning/learning.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';

export function ProgressCard() {
  const progress = trpc.learning.progress.useQuery();
  return (
    <Card as="section" aria-labelledby="progress-title">
      <h2 id="progress-title" className="text-lg font-semibold">
        Progress Overview
      </h2>
      <QueryView
        query={progress}
        skeleton={
          <SkeletonRegion label="Loading your progress..." className="mt-4 grid grid-cols-2 gap-4">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </SkeletonRegion>
        }
      >
        {(entries) => (
          <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-4">
            <Figure label="Completed" value={countOf(entries, 'completed')} />
            <Figure label="In Progress" value={countOf(entries, 'in_progress')} />
          </dl>
        )}
      </QueryView>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/coaching" className={buttonClass('secondary')}>
          View All Sessions
        </Link>
        <Link to="/goals" className={classNames(buttonClass('quiet'), 'max-sm:-ml-4')}>
          Goals and results
        </Link>
      </div>
      {/* Last, so that it does not shift the layout when it appears. */}
      {progress.data?.length === 0 && (
        <p className="mt-4 text-muted">Nothing yet: open a session and it is counted here.</p>
      )}
    </Card>
  );
}

function countOf(entries: readonly ProgressEntry[], status: ProgressEntry['status']): number {
  return entries.filter((entry) => entry.status === status).length;
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-mono text-3xl font-semibold">{value}</dd>
    </div>
  );
}
