import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';

/** The skeleton of the product list: rows of one line, or of two on phones. */
export function ProductTableSkeleton() {
  return (
    <SkeletonRegion label="Loading products...">
      <Skeleton className="mb-3 h-6 w-40" />
      <div aria-hidden="true" className="sm:pt-9">
        {Array.from({ length: 8 }, (_, row) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
            key={row}
            className="flex h-19 flex-wrap items-center gap-3 border-b border-border py-2 sm:h-15.5 sm:flex-nowrap sm:px-3"
          >
            <Skeleton className="size-5" />
            <Skeleton className="h-7 w-10 sm:h-10 sm:w-16" />
            <Skeleton className="h-4 flex-1 sm:max-w-64" />
            <Skeleton className="ml-auto h-6 w-16" />
            <Skeleton className="h-4 w-full max-w-40 max-sm:order-last sm:w-14" />
            <Skeleton className="h-4 w-14 max-sm:hidden" />
            <Skeleton className="h-4 w-20 max-sm:hidden" />
          </div>
        ))}
      </div>
    </SkeletonRegion>
  );
}
