import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { useRefreshProducts } from './use-refresh-products.ts';

/** Brings an archived product back, hidden. */
export function RestoreButton({ product }: { product: AdminProduct }) {
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
