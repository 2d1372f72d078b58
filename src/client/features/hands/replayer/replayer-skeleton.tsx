import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';

/** About as tall as the replayer, so that the layout hardly shifts when it has loaded. */
export function ReplayerSkeleton() {
  return (
    <SkeletonRegion label="Loading the hand..." className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid content-start gap-4">
        <Skeleton className="h-9 w-72 max-w-full" />
        <Skeleton className="h-88 rounded-card sm:h-112" />
        <Skeleton className="h-12" />
      </div>
      <Skeleton className="h-96 rounded-card max-lg:hidden" />
    </SkeletonRegion>
  );
}
