import { Skeleton, SkeletonRegion, SkeletonText } from '../../../ui/skeleton.tsx';
import { sessionGrid, sessionSide } from './session-head.tsx';

export function SessionSkeleton() {
  return (
    <SkeletonRegion label="Loading the session..." className={sessionGrid}>
      <div className="flex flex-col gap-4">
        <div className="mb-6">
          <Skeleton className="h-9 w-3/4 sm:h-11" />
          <Skeleton className="mt-3 h-6 w-56" />
          <SkeletonText lines={2} className="mt-5 measure" />
        </div>
        <Skeleton className="aspect-video w-full" />
        <Skeleton className="h-16" />
      </div>
      <Skeleton className={`h-72 ${sessionSide}`} />
      <SkeletonText lines={6} className="measure" />
    </SkeletonRegion>
  );
}
