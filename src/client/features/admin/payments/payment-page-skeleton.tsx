import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';

export function PaymentPageSkeleton() {
  return (
    <SkeletonRegion label="Loading the payment...">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="mt-3 mb-8 h-6 w-96 max-w-full" />
      <Skeleton className="mb-8 h-9 w-72 max-w-full" />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <TableSkeleton rows={6} />
        <TableSkeleton rows={4} />
      </div>
    </SkeletonRegion>
  );
}
