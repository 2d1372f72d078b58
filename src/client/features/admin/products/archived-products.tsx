import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { AdminProductCard } from './admin-product-card.tsx';
import { useRefreshProducts } from './use-refresh-products.ts';

/** Sold products that were removed from the shop. Each can be restored. */
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
  const restore = useAction(
    trpc.admin.products.restore.useMutation({
      onSuccess: () =>
        showToast({
          title: 'Product restored',
          description: `${product.title} is hidden. Edit it to put it back on sale.`,
          tone: 'success',
        }),
      onError: showFailure('Failed to restore product'),
      onSettled: useRefreshProducts(),
    }),
  );

  return (
    <Button
      size="small"
      variant="secondary"
      busy={restore.isPending}
      busyLabel="Restoring..."
      onClick={() => restore.run({ id: product.id })}
      aria-label={`Restore ${product.title}`}
    >
      Restore
    </Button>
  );
}
