import { useSearch } from '@tanstack/react-router';
import { ProductBands } from '../features/shop/product-bands.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

/** Product shop, open to everyone (S2 §2). */
export function ProductsPage() {
  const { q } = useSearch({ from: '/products' });
  return (
    <Page>
      <PageHeader
        title="Purchase Individual Products"
        lead="Pay once for what you want to study. There are no subscriptions and no recurring fees."
      />
      <ProductBands words={q} />
    </Page>
  );
}
