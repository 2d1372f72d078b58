import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formFailure } from '../../../lib/form-failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';

export type DeleteProductDialogProps = { product: AdminProduct; onClose: () => void };

/** Asks for confirmation before a product is deleted, or archived if it was sold. Mount it only while it is open. */
export function DeleteProductDialog({ product, onClose }: DeleteProductDialogProps) {
  const refresh = useRefresh();
  const hasBuyers = product.soldCount > 0;

  const { isPending, failure, run } = useAction(
    trpc.admin.products.delete.useMutation({
      onSuccess({ archived }) {
        onClose();
        showToast({
          title: archived ? 'Product archived' : 'Product deleted successfully',
          description: archived ? archivedText(product) : product.title,
          tone: 'success',
        });
        return refresh.afterSuccess();
      },
      onError(error) {
        showFailure('Failed to delete product')(error);
        return describeError(error).status === 404 ? refresh.afterError() : undefined;
      },
    }),
  );

  return (
    <Dialog
      onClose={onClose}
      busy={isPending}
      title={`${hasBuyers ? 'Archive' : 'Delete'} “${product.title}”?`}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={isPending}
            busyLabel={hasBuyers ? 'Archiving...' : 'Deleting...'}
            onClick={() => run({ id: product.id })}
          >
            {hasBuyers ? 'Archive product' : 'Delete product'}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <p>
          {hasBuyers
            ? `It was sold ${timesSold(product)}, so it is archived: it leaves the shop, its buyers keep access, and you can restore it under “Archived”.`
            : 'No student has bought it, so it is deleted for good. If one has started to buy it, it is archived instead.'}
        </p>
        <FormError title="Failed to delete product" {...formFailure(failure)} />
      </div>
    </Dialog>
  );
}

const timesSold = ({ soldCount }: AdminProduct) =>
  soldCount === 1 ? 'once' : `${soldCount.toLocaleString('en-US')} times`;

function archivedText(product: AdminProduct): string {
  return product.soldCount > 0
    ? `${product.title} was sold ${timesSold(product)} and is therefore archived: its buyers keep it.`
    : `A student has begun to buy ${product.title}, so it is archived.`;
}
