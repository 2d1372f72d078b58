import { Skeleton } from './skeleton.tsx';

/** The skeleton of table rows; cards on phones, as in `DataTable`. */
export function TableSkeleton({ rows }: { rows: number }) {
  return (
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
}
