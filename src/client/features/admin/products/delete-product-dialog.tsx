import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import { isOwned } from './is-owned.ts';

export type DeleteProductDialogProps = { product: AdminProduct; onClose: () => void };

/**
 * Asks for confirmation before a product is deleted, or archived if it was sold or given to a student. Mount it only
 * while it is open.
 */
export function DeleteProductDialog({ product, onClose }: DeleteProductDialogProps) {
  const refresh = useRefresh();
  const isArchived = isOwned(product);

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
      title={`${isArchived ? 'Archive' : 'Delete'} “${product.title}”?`}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={isPending}
            busyLabel={isArchived ? 'Archiving...' : 'Deleting...'}
            onClick={() => run({ id: product.id })}
          >
            {isArchived ? 'Archive product' : 'Delete product'}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <p>
          {isArchived
            ? `It was ${howOwned(product)}, so it is archived: it leaves the shop, its ${ownersOf(product)} keep access, and you can restore it under “Archived”.`
            : 'No student has bought it, so it is deleted for good. If one has used it or started to buy it, or if it has a promotion code, it is archived instead.'}
        </p>
        <FormError title="Failed to delete product" failure={failure} />
      </div>
    </Dialog>
  );
}

function howOwned({ soldCount }: AdminProduct): string {
  if (soldCount === 0) return 'given to students';
  return soldCount === 1 ? 'sold once' : `sold ${soldCount.toLocaleString('en-US')} times`;
}

const ownersOf = ({ soldCount }: AdminProduct) => (soldCount === 0 ? 'owners' : 'buyers');

function archivedText(product: AdminProduct): string {
  return isOwned(product)
    ? `${product.title} was ${howOwned(product)} and is therefore archived: its ${ownersOf(product)} keep it.`
    : `${product.title} is in use, so it is archived. You can restore it under “Archived”.`;
}
