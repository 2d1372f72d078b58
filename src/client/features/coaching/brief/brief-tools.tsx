import { Button } from '../../../ui/button.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';

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
        {Array.from({ length: 6 }, (_, block) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
          <Skeleton key={block} className="h-40" />
        ))}
      </div>
    </SkeletonRegion>
  );
}
