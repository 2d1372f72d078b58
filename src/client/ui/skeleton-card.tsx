import { RangeGrid } from './range-grid.tsx';
import { Skeleton, SkeletonText } from './skeleton.tsx';

/** A grid of product cards. */
export const cardGridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(15.5rem,100%),1fr))] gap-4';

/** The skeleton of a product card: cover, level, title, two lines and button, each as tall as the real one. */
export function SkeletonCard() {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-card border border-border bg-surface">
      <div className="animate-pulse bg-sunken p-4">
        <RangeGrid variant="empty" className="w-24 opacity-60 sm:w-26" />
      </div>
      <div className="flex flex-col gap-2 p-4">
        <Skeleton className="h-5.25 w-24" />
        <Skeleton className="h-6.75 w-3/4" />
        <SkeletonText lines={2} className="h-10.5 justify-center" />
        <Skeleton className="mt-2 ml-auto h-11 w-28" />
      </div>
    </div>
  );
}

export function SkeletonCardGrid({ count = 4 }: { count?: number }) {
  return (
    <div className={cardGridClass}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards never move
        <SkeletonCard key={index} />
      ))}
    </div>
  );
}
