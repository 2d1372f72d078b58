import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';

/**
 * The height of the window below the navigation bar, but at least 24rem. In a low window, such as at 400% zoom, the
 * controls above the pages may fill the window, so the reader is higher than the window by their height.
 */
export const readerHeightClass =
  'h-[calc(100dvh-4rem)] min-h-96 [@media(max-height:20rem)]:min-h-[calc(100dvh+20rem)]';

export function ReaderLoading() {
  return (
    <div className={`flex flex-col ${readerHeightClass}`}>
      <div className="border-b border-border bg-surface px-4 py-3 sm:px-6">
        <Skeleton className="h-6 w-56 max-w-full" />
        <Skeleton className="mt-2 h-9 w-80 max-w-full" />
      </div>
      <PageLoading />
    </div>
  );
}

/**
 * The skeleton of a page.
 * @param picture - the URL of an image of the page, which covers the skeleton as soon as the image has loaded
 */
export function PageLoading({ picture }: { picture?: string | undefined }) {
  return (
    <SkeletonRegion label="Opening the PDF..." className="min-h-0 flex-1 overflow-hidden bg-sunken px-4 pt-3">
      <div className="relative mx-auto w-full max-w-220">
        <Skeleton className="aspect-[1/1.414]" />
        {picture && (
          <img
            src={picture}
            alt=""
            className="absolute inset-x-0 top-0 w-full shadow-float dark:brightness-85"
          />
        )}
      </div>
    </SkeletonRegion>
  );
}
