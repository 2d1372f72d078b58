import { Link, notFound, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { detailGrid, ProductDetails } from '../features/shop/product-details.tsx';
import { useIsVisitorsView } from '../features/shop/use-is-visitors-view.ts';
import { describeError } from '../lib/error-text.ts';
import { trpc } from '../trpc.ts';
import { BackLink, backLink } from '../ui/back-link.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton, SkeletonRegion, SkeletonText } from '../ui/skeleton.tsx';

/** One product. Public. */
export function ProductPage() {
  const { id } = useParams({ from: '/products/$id' });
  const query = trpc.shop.getProduct.useQuery({ id });
  const isVisitorsView = useIsVisitorsView(query);
  if (query.isPending) return <ProductPageLoading />;
  // A loaded product stays visible when a reload fails.
  if (query.data) {
    return (
      <Frame>
        <ProductDetails key={id} product={query.data} isVisitorsView={isVisitorsView} />
      </Frame>
    );
  }
  const { code, message, requestId } = describeError(query.error);
  if (code === 'not_found') throw notFound();
  return (
    <Frame>
      <ErrorState
        title="The product could not be loaded"
        message={message}
        requestId={requestId}
        onRetry={() => query.refetch()}
      />
    </Frame>
  );
}

export function ProductPageLoading() {
  return (
    <Frame>
      <SkeletonRegion label="Loading the product..." className={detailGrid}>
        <div>
          <Skeleton className="mb-6 h-32 sm:h-38" />
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="mt-3 h-5 w-48" />
        </div>
        <Skeleton className="h-64 lg:col-start-2 lg:row-span-2 lg:row-start-1" />
        <SkeletonText lines={6} />
      </SkeletonRegion>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <BackLink>
        <Link to="/products" {...backLink}>
          <span aria-hidden="true">←</span> All products
        </Link>
      </BackLink>
      {children}
    </Page>
  );
}
