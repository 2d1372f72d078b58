import { useState } from 'react';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefreshProducts } from './use-refresh-products.ts';

export type DeleteProductDialogProps = {
  /** Kept while the dialog fades out. */
  product: AdminProduct | undefined;
  open: boolean;
  onClose: () => void;
};

/** Asks before a product is deleted, or archived when somebody bought it. */
export function DeleteProductDialog({ product, open, onClose }: DeleteProductDialogProps) {
  const utils = trpc.useUtils();
  const refresh = useRefreshProducts();
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const isSold = product !== undefined && product.soldCount > 0;

  function close() {
    if (busy) return;
    setFailure(undefined);
    onClose();
  }

  const remove = (target: AdminProduct) =>
    run(async () => {
      setFailure(undefined);
      let archived: boolean;
      try {
        ({ archived } = await utils.client.admin.products.delete.mutate({ id: target.id }));
      } catch (error) {
        const described = describeError(error);
        setFailure(described);
        showToast({ title: 'Failed to delete product', description: described.message, tone: 'danger' });
        if (described.status === 404) await refresh();
        return;
      }
      onClose();
      showToast({
        title: 'Product deleted successfully',
        description: archived ? archivedText(target) : target.title,
        tone: 'success',
      });
      await refresh();
    });

  return (
    <Dialog
      open={open && product !== undefined}
      onClose={close}
      title={`${isSold ? 'Archive' : 'Delete'} “${product?.title ?? ''}”?`}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={busy}
            busyLabel={isSold ? 'Archiving...' : 'Deleting...'}
            onClick={() => product && remove(product)}
          >
            {isSold ? 'Archive product' : 'Delete product'}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <p>
          {isSold
            ? `It was sold ${timesSold(product)}, so it is archived: it leaves the shop, its buyers keep access, and you find it under “Archived”.`
            : 'Nobody has bought it, so that it is deleted for good. Should somebody be paying for it right now, it is archived instead.'}
        </p>
        <FormError
          title="Failed to delete product"
          message={failure?.message}
          requestId={failure?.requestId}
        />
      </div>
    </Dialog>
  );
}

const timesSold = ({ soldCount }: AdminProduct) => (soldCount === 1 ? 'once' : `${soldCount} times`);

function archivedText(product: AdminProduct): string {
  return product.soldCount > 0
    ? `${product.title} was sold ${timesSold(product)} and is therefore archived: its buyers keep it.`
    : `Somebody has begun to buy ${product.title}, so it is archived.`;
}
