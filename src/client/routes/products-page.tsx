import { useSearch } from '@tanstack/react-router';
import { readProductSearch } from '../../shared/shop/product-search.ts';
import { ProductBands } from '../features/shop/product-bands.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

export function ProductsPage() {
  // Not strict: during navigation to another page, this route has no match, and a strict hook would throw.
  const search = readProductSearch(useSearch({ strict: false }));
  return (
    <Page>
      <PageHeader
        title="Purchase Individual Products"
        lead="Pay once for what you want to study. There are no subscriptions and no recurring fees."
      />
      <ProductBands search={search} />
    </Page>
  );
}
