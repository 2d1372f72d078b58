import { Button } from '../../../ui/button.tsx';
import { Skeleton, SkeletonRegion, Skeletons } from '../../../ui/skeleton.tsx';

export function PrintButton() {
  return (
    <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
      Print
    </Button>
  );
}

export function BriefSkeleton() {
  return (
    <SkeletonRegion label="Loading the brief...">
      <Skeleton className="h-9 w-48" />
      <div className="mt-8 grid gap-8 lg:grid-cols-2">
        <Skeletons count={6} className="h-40" />
      </div>
    </SkeletonRegion>
  );
}
