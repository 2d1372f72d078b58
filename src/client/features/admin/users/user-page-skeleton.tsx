import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';

/** The skeleton of a user's page: name, actions, facts and history. */
export function UserPageSkeleton() {
  return (
    <SkeletonRegion label="Loading the user...">
      <div className="mb-8 flex items-center gap-4">
        <Skeleton className="size-11 rounded-full" />
        <Skeleton className="h-9 w-64" />
      </div>
      <Skeleton className="mb-10 h-9 w-96 max-w-full" />
      <div className="grid gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <TableSkeleton rows={8} />
        <HistorySkeleton />
      </div>
    </SkeletonRegion>
  );
}

export function HistorySkeleton() {
  return (
    <div className="flex flex-col gap-5 border-l border-border pl-5">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
      ))}
    </div>
  );
}
