import { Link } from '@tanstack/react-router';
import { groupByPriceBand } from '../../../shared/shop/product-bands.ts';
import { matchesProductSearch, type ProductSearch } from '../../../shared/shop/product-search.ts';
import type { Product } from '../../../shared/shop/products.ts';
import { updatedByStaff } from '../../lib/query-freshness.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SkeletonCardGrid } from '../../ui/skeleton-card.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { ProductCard } from './product-card.tsx';
import { ProductFilters } from './product-filters.tsx';
import { useIsVisitorsView } from './use-is-visitors-view.ts';
import { usePurchase } from './use-purchase.ts';

/** A band has a column for each of its cards, up to four columns. Small bands share a row and keep their order. */
const bandWidths = [
  '',
  'sm:col-span-2',
  'sm:col-span-2 lg:col-span-3',
  'sm:col-span-2 lg:col-span-4',
] as const;
const bandColumns = [
  '',
  'sm:grid-cols-2',
  'sm:grid-cols-2 lg:grid-cols-3',
  'sm:grid-cols-2 lg:grid-cols-4',
] as const;

/** The shop's products in price bands, filtered by the search in the URL. The footer links to such searches, too. */
export function ProductBands({ search }: { search: ProductSearch }) {
  const { user } = useCurrentUser();
  // An admin's decision about a payment changes what the buyer sees here, but not what visitors see.
  const query = trpc.shop.listProducts.useQuery(undefined, user ? updatedByStaff : {});
  const isVisitorsView = useIsVisitorsView(query);
  return (
    <QueryView query={query} skeleton={<ProductsLoading />} errorTitle="The products could not be loaded">
      {(products) => <LoadedProducts products={products} search={search} isVisitorsView={isVisitorsView} />}
    </QueryView>
  );
}

type LoadedProductsProps = { products: readonly Product[]; search: ProductSearch; isVisitorsView: boolean };

function LoadedProducts({ products, search, isVisitorsView }: LoadedProductsProps) {
  const { user } = useCurrentUser();
  const purchase = usePurchase();
  const active = products.filter((product) => product.isActive);
  const shown = active.filter((product) => matchesProductSearch(product, search));

  if (active.length === 0) {
    return (
      <EmptyState
        title="No products available at the moment"
        description="New sessions and PDFs will be listed here."
        action={
          <Link to="/" className={buttonClass('secondary')}>
            Go to the home page
          </Link>
        }
      />
    );
  }
  return (
    <>
      <ProductFilters
        search={search}
        shownCount={shown.length}
        totalCount={active.length}
        signedIn={Boolean(user)}
      />
      {shown.length === 0 && (
        <EmptyState title="Nothing matches your search" description="Try fewer words or other filters." />
      )}
      <div className="grid gap-x-4 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
        {groupByPriceBand(shown).map(({ band, products: bandProducts }) => (
          <Section
            key={band.title}
            title={band.title}
            note={band.label}
            noteBelow
            className={classNames('mt-0!', bandWidths[Math.min(bandProducts.length, 4) - 1])}
          >
            <ul className={classNames('grid h-fit gap-4', bandColumns[Math.min(bandProducts.length, 4) - 1])}>
              {bandProducts.map((product) => (
                <ProductCard
                  key={product.id}
                  product={product}
                  purchase={purchase}
                  isVisitorsView={isVisitorsView}
                />
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </>
  );
}

function ProductsLoading() {
  return (
    <div role="status">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <Skeleton className="col-span-2 h-17.25 sm:col-span-1" />
        <Skeleton className="h-17.25" />
        <Skeleton className="h-17.25" />
      </div>
      <p className="mt-3 mb-8 flex h-8 items-center text-sm text-muted">Loading products...</p>
      <BandLoading />
      <BandLoading className="mt-12" />
    </div>
  );
}

function BandLoading({ className }: { className?: string }) {
  return (
    <>
      <div className={classNames('mb-4 flex h-12.5 flex-col justify-center gap-2', className)}>
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-3.5 w-16" />
      </div>
      <SkeletonCardGrid />
    </>
  );
}
