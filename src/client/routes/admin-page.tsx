import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AdminGate } from '../features/admin/admin-gate.tsx';
import { ProductPreviewSlot } from '../features/admin/products/product-preview-slot.ts';
import { AdminTwoFactor } from '../features/auth/admin-two-factor.tsx';
import { lazyInPlace } from '../ui/lazy-in-place.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../ui/skeleton.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';

// Any visitor may request this page, but only admins load these components.
const AdminTabs = lazy(async () => ({
  default: (await import('../features/admin/admin-tabs.tsx')).AdminTabs,
}));
const ProductPreview = lazyInPlace(
  'The preview could not be loaded',
  async () => (await import('../features/shop/product-preview.tsx')).ProductPreview,
);

export function AdminPage() {
  const { tab } = useSearch({ from: '/admin' });
  return (
    <AdminGate>
      {(user) => (
        <Page width="full" className="sm:pt-8!">
          <AdminTwoFactor user={user}>
            <ProductPreviewSlot value={ProductPreview}>
              <Suspense fallback={<TabsLoading />}>
                <AdminTabs selected={tab ?? 'stats'} />
              </Suspense>
            </ProductPreviewSlot>
          </AdminTwoFactor>
        </Page>
      )}
    </AdminGate>
  );
}

/** The width of a skeleton line for each area. All differ, because they are also React keys. */
const railWidths = 'w-36 w-32 w-30 w-40 w-21 w-14 w-20 w-17 w-18 w-16 w-15 w-19'.split(' ');

/** The skeleton of the admin navigation and of the selected tab's content. */
function TabsLoading() {
  return (
    <SkeletonRegion
      label="Loading"
      className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start lg:gap-x-8"
    >
      <div className="mb-6 lg:mb-0">
        <Skeleton className="h-11 w-full lg:hidden" />
        <div className="flex flex-col gap-0.5 max-lg:hidden">
          {railWidths.map((width) => (
            <div key={width} className="flex h-10 items-center px-3">
              <Skeleton className={`h-4 ${width}`} />
            </div>
          ))}
        </div>
      </div>
      <div>
        <Skeleton className="mb-6 h-8 w-56" />
        <TableSkeleton rows={6} />
      </div>
    </SkeletonRegion>
  );
}
