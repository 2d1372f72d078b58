import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';

/** The height of the window below the navigation bar. */
export const readerHeightClass = 'h-[calc(100dvh-4rem)] min-h-96';

/** The skeleton of the reader. */
export function ReaderLoading() {
  return (
    <div className={`flex flex-col ${readerHeightClass}`}>
      <div className="border-b border-border bg-surface px-4 py-3 sm:px-6">
        <Skeleton className="h-6 w-56 max-w-full" />
        <Skeleton className="mt-2 h-9 w-80 max-w-full" />
      </div>
      <PageLoading label="Opening the PDF..." />
    </div>
  );
}

/** The skeleton of a page. */
export function PageLoading({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label} className="min-h-0 flex-1 overflow-hidden bg-sunken p-4">
      <Skeleton className="mx-auto aspect-[1/1.414] w-full max-w-220" />
    </SkeletonRegion>
  );
}
