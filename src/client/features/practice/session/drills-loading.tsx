import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';

export function DrillsLoading() {
  return (
    <SkeletonRegion label="Loading the drills..." className="grid gap-4">
      <Skeleton className="h-8" />
      <Skeleton className="h-96" />
    </SkeletonRegion>
  );
}
