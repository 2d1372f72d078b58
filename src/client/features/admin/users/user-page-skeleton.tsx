import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';

/** The skeleton of a user's page: name, actions, and lists. */
export function UserPageSkeleton() {
  return (
    <SkeletonRegion label="Loading the user...">
      <div className="mb-8 flex items-center gap-4">
        <Skeleton className="size-11 rounded-full" />
        <Skeleton className="h-9 w-64" />
      </div>
      <Skeleton className="mb-8 h-9 w-96 max-w-full" />
      <TableSkeleton rows={8} />
    </SkeletonRegion>
  );
}
