import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { AdminProductCard } from './admin-product-card.tsx';
import { useRefreshProducts } from './use-refresh-products.ts';

/** Products that left the shop because they were sold; each can come back. */
export function ArchivedProducts({ gridClass }: { gridClass: string }) {
  const query = trpc.admin.products.listArchived.useQuery();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The archived products could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading archived products...">
          <div className={gridClass}>
            <SkeletonCard />
          </div>
        </SkeletonRegion>
      }
      empty={
        <EmptyState
          title="Nothing is archived"
          description="A product that was sold is archived when you delete it. Its buyers keep it, and you can restore it here."
        />
      }
    >
      {(products) => (
        <ul className={gridClass}>
          {products.map((product) => (
            <AdminProductCard
              key={product.id}
              product={product}
              actions={<RestoreButton product={product} />}
            />
          ))}
        </ul>
      )}
    </AdminQueryView>
  );
}

function RestoreButton({ product }: { product: AdminProduct }) {
  const utils = trpc.useUtils();
  const refresh = useRefreshProducts();
  const { busy, run } = useSingleRun();

  const restore = () =>
    run(async () => {
      try {
        await utils.client.admin.products.restore.mutate({ id: product.id });
        showToast({
          title: 'Product restored',
          description: `${product.title} is hidden. Edit it to put it back on sale.`,
          tone: 'success',
        });
      } catch (error) {
        const { message } = describeError(error);
        showToast({ title: 'Failed to restore product', description: message, tone: 'danger' });
      }
      await refresh();
    });

  return (
    <Button
      size="small"
      variant="secondary"
      busy={busy}
      busyLabel="Restoring..."
      onClick={() => restore()}
      aria-label={`Restore ${product.title}`}
    >
      Restore
    </Button>
  );
}
