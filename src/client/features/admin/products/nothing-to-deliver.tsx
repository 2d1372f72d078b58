import type { ProductType } from '../../../../shared/enums.ts';
import { notReadyText } from '../../../../shared/shop/product-content.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export type NothingToDeliverProps = {
  open: boolean;
  type: ProductType;
  onClose: () => void;
  onSave: (isActive: boolean) => void;
};

/** Asks for confirmation before a product without content goes on sale. */
export function NothingToDeliver({ open, type, onClose, onSave }: NothingToDeliverProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Nothing to deliver yet. Put it on sale?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
          <Button variant="secondary" onClick={() => onSave(true)}>
            Sell as a pre-order
          </Button>
          <Button onClick={() => onSave(false)}>Save hidden</Button>
        </>
      }
    >
      <p>
        {type === 'pdf'
          ? 'This product has no PDF file, which is what its buyers get.'
          : 'This session has no video and no text.'}{' '}
        Students do not see a hidden product until you publish it. A pre-order is marked “{notReadyText}” in
        the shop, on its page and on the receipt, and its buyers get an email once you add what they bought.
      </p>
    </Dialog>
  );
}
