import { notFound, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackLink } from '../features/navigation/back-link.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { detailGrid, ProductDetails } from '../features/shop/product-details.tsx';
import { useIsVisitorsView } from '../features/shop/use-is-visitors-view.ts';
import { describeError } from '../lib/error-text.ts';
import { updatedByStaff } from '../lib/query-freshness.ts';
import { trpc } from '../trpc.ts';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Skeleton, SkeletonRegion, SkeletonText } from '../ui/skeleton.tsx';

/** One product. Public. */
export function ProductPage() {
  const { id } = useParams({ from: '/products/$id' });
  const { user } = useCurrentUser();
  const query = trpc.shop.getProduct.useQuery({ id }, user ? updatedByStaff : {});
  const isVisitorsView = useIsVisitorsView(query);
  const isMissing = describeError(query.error).code === 'not_found';
  if (!query.data && isMissing) throw notFound();
  return (
    <Frame>
      <QueryView query={query} skeleton={<ProductSkeleton />} errorTitle="The product could not be loaded">
        {(product) => (
          <ProductDetails
            key={id}
            // A product that was withdrawn while its page is open stays readable, but cannot be bought.
            product={isMissing ? { ...product, isActive: false } : product}
            isVisitorsView={isVisitorsView}
          />
        )}
      </QueryView>
    </Frame>
  );
}

export function ProductPageLoading() {
  return (
    <Frame>
      <ProductSkeleton />
    </Frame>
  );
}

function ProductSkeleton() {
  return (
    <SkeletonRegion label="Loading the product..." className={detailGrid}>
      <div>
        <Skeleton className="mb-6 h-32 sm:h-38" />
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="mt-3 h-5 w-48" />
      </div>
      <Skeleton className="h-64 lg:col-start-2 lg:row-span-2 lg:row-start-1" />
      <SkeletonText lines={6} />
    </SkeletonRegion>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <BackLink to="/products">All products</BackLink>
      {children}
    </Page>
  );
}
