import { Skeleton, SkeletonRegion } from './skeleton.tsx';

export type TableSkeletonProps = {
  /** What is loading, for screen readers. Undefined inside of a `SkeletonRegion`. */
  label?: string;
  rows: number;
  className?: string;
};

/** The skeleton of table rows; cards on phones, as in `DataTable`. */
export function TableSkeleton({ label, rows, className }: TableSkeletonProps) {
  const skeleton = (
    <div aria-hidden="true" className="flex flex-col gap-3 sm:gap-0">
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
          key={row}
          className="flex flex-col gap-3 rounded-card border border-border bg-surface p-4 sm:h-15 sm:flex-row sm:items-center sm:gap-8 sm:rounded-none sm:border-0 sm:border-b sm:bg-transparent sm:px-3 sm:py-0"
        >
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-56 max-w-full sm:flex-1" />
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-6 w-24" />
        </div>
      ))}
    </div>
  );
  if (label === undefined) return skeleton;
  return (
    <SkeletonRegion label={label} className={className}>
      {skeleton}
    </SkeletonRegion>
  );
}
