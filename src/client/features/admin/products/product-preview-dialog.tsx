import { use } from 'react';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import type { ProductDraft } from './product-draft.ts';
import { previewOfDraft } from './product-preview.ts';
import { ProductPreviewSlot } from './product-preview-slot.ts';

export type ProductPreviewDialogProps = {
  open: boolean;
  onClose: () => void;
  draft: ProductDraft;
  product: AdminProduct | undefined;
};

/** Previews the shop's card and page of the product that is being edited, before it is saved. */
export function ProductPreviewDialog({ open, onClose, draft, product }: ProductPreviewDialogProps) {
  const Preview = use(ProductPreviewSlot);
  const shown = previewOfDraft(draft, product);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title="As a student sees it"
      description="This is not saved, and the buttons do not work here."
      footer={<Button onClick={onClose}>Back to editing</Button>}
    >
      {!draft.isActive && (
        <Notice tone="warning" title="Hidden" className="mb-6">
          While the product is not active, only its buyers see it.
        </Notice>
      )}
      {'error' in shown && (
        <Notice tone="danger" title="The preview needs a valid price">
          {shown.error}
        </Notice>
      )}
      {Preview && 'preview' in shown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in the preview is focusable, and keys must scroll it
        <section aria-label="Preview" tabIndex={0} className="rounded-control">
          <Preview
            product={shown.preview}
            fallback={
              <SkeletonRegion label="Loading the preview...">
                <SkeletonCard />
              </SkeletonRegion>
            }
          />
        </section>
      )}
    </Dialog>
  );
}
