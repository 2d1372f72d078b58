import { Page } from './page.tsx';
import { Skeleton, SkeletonRegion } from './skeleton.tsx';

/** A page whose code is still on its way: its title, its lead and what stands below, in grey. */
export function PagePending() {
  return (
    <Page>
      <SkeletonRegion label="Loading">
        <Skeleton className="h-9 w-64 max-w-full sm:h-11" />
        <Skeleton className="mt-3 h-5 w-96 max-w-full" />
        <Skeleton className="mt-8 h-64" />
      </SkeletonRegion>
    </Page>
  );
}
