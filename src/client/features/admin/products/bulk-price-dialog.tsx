import { z } from 'zod';
import { isFreeProduct, isOpenToAll } from '../../../../shared/access/access-rules.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { formatCents } from '../../../lib/format.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { priceHint, readPrice } from './price-text.ts';
import { productCount, shownPrice } from './product-list.ts';
import { useChangeProducts } from './use-change-products.ts';

const priceForm = z.object({
  price: z.string().transform((text, context) => {
    const read = readPrice(text);
    if ('cents' in read) return read.cents;
    context.addIssue(read.error);
    return z.NEVER;
  }),
});

export type BulkPriceDialogProps = {
  products: readonly AdminProduct[];
  onClose: () => void;
  onDone: () => void;
};

/** Gives all selected products one price. Mount it only while it is open. */
export function BulkPriceDialog({ products, onClose, onDone }: BulkPriceDialogProps) {
  const form = useFormFields({ initial: () => ({ price: '' }), schema: priceForm });
  const { isPending, failure, submit } = useChangeProducts({ onDone });
  const typed = readPrice(form.values.price);
  const submitPrice = () =>
    submit(() => {
      const input = form.check();
      const seen = products.map((product) => ({ id: product.id, price: shownPrice(product) }));
      return input && { ids: seen.map(({ id }) => id), change: { field: 'price', price: input.price, seen } };
    });

  return (
    <FormDialog
      onClose={onClose}
      title={`Set the price of ${productCount(products.length)}`}
      dirty={form.values.price !== ''}
      formRef={form.formRef}
      onSubmit={submitPrice}
      busy={isPending}
      submitLabel={'cents' in typed ? `Set to ${formatCents(typed.cents)}` : 'Set the price'}
      busyLabel="Saving..."
      failureTitle="No price was changed"
      uncertainTitle="The prices may have been changed"
      failure={failure}
    >
      <TextField
        {...form.field('price')}
        label="Price in dollars"
        hint={priceHint(typed)}
        inputMode="decimal"
        autoComplete="off"
        className="tabular"
      />
      <ul aria-label="Current prices" className="max-h-60 overflow-y-auto border-y border-border text-sm">
        {products.map((product) => (
          <li key={product.id} className="flex justify-between gap-4 border-border py-1.5 not-last:border-b">
            <span className="wrap-anywhere">{product.title}</span>
            <span className="text-muted tabular">
              {isFreeProduct(product) ? 'Free' : formatCents(product.price)}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Users who bought one of these products keep it. If the new price is above 0, students must buy
        products that were free.
        {products.some(isOpenToAll) && ' Sessions 1 and 2 stay open to all students.'}
      </p>
    </FormDialog>
  );
}
