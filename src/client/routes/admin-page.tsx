import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AccessDenied, AdminSignIn } from '../features/admin/admin-gate.tsx';
import { ProductPreviewSlot } from '../features/admin/products/product-preview-slot.ts';
import { AdminTwoFactor } from '../features/auth/admin-two-factor.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { PageLoading } from '../routing/page-loading.tsx';
import { Page, PageHeader } from '../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../ui/skeleton.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';

// Separate from this page, which any visitor may request. Only admins load the admin tools.
const AdminTabs = lazy(async () => ({
  default: (await import('../features/admin/admin-tabs.tsx')).AdminTabs,
}));
const ProductPreview = lazy(async () => ({
  default: (await import('../features/shop/product-preview.tsx')).ProductPreview,
}));

/** /admin. The layout waits until the user is known. */
export function AdminPage() {
  const { user } = useCurrentUser();
  const { tab } = useSearch({ from: '/admin' });
  if (user === undefined) return <PageLoading />;
  if (user?.role !== 'admin') {
    return <Page width="medium">{user === null ? <AdminSignIn /> : <AccessDenied />}</Page>;
  }
  return (
    <Page>
      <StepUpDialog />
      <PageHeader
        title="Run the academy"
        lead="Who joined, who waits for a decision, what was sold, and what is on offer."
      />
      <AdminTwoFactor user={user}>
        <ProductPreviewSlot value={ProductPreview}>
          <Suspense fallback={<TabsLoading />}>
            <AdminTabs selected={tab ?? 'stats'} />
          </Suspense>
        </ProductPreviewSlot>
      </AdminTwoFactor>
    </Page>
  );
}

const tabWidths = ['w-36', 'w-32', 'w-30', 'w-40', 'w-14', 'w-20', 'w-18', 'w-16', 'w-19'];

/** The skeleton of the tabs and a generic panel. */
function TabsLoading() {
  return (
    <SkeletonRegion label="Loading">
      <div className="flex gap-6 overflow-hidden border-b border-border px-2.5">
        {tabWidths.map((width) => (
          <div key={width} className="flex h-11 shrink-0 items-center">
            <Skeleton className={`h-4 ${width}`} />
          </div>
        ))}
      </div>
      <div className="pt-6">
        <TableSkeleton rows={6} />
      </div>
    </SkeletonRegion>
  );
}
