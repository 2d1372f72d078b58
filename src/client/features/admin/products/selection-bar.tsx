import { useState } from 'react';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { BulkPriceDialog } from './bulk-price-dialog.tsx';
import { productCount } from './product-list.ts';
import { useChangeProducts } from './use-change-products.ts';

export type SelectionBarProps = {
  selected: readonly AdminProduct[];
  onClear: () => void;
};

export function SelectionBar({ selected, onClear }: SelectionBarProps) {
  const [pricing, setPricing] = useState(false);
  const { isPending, variables, run } = useChangeProducts({
    onDone: onClear,
    onError: showFailure('Nothing was changed', 'The products may have been changed'),
  });
  const saving = isPending && variables?.change.field === 'isActive' ? variables.change : undefined;
  const setActive = (isActive: boolean) =>
    run({ ids: selected.map(({ id }) => id), change: { field: 'isActive', isActive } });

  return (
    <section
      aria-label="Selected products"
      className="sticky top-16 z-20 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-primary bg-primary-soft px-4 py-2"
    >
      <p role="status" className="mr-auto text-sm font-semibold tabular">
        {productCount(selected.length)} selected
      </p>
      <Button size="small" variant="secondary" onClick={() => setPricing(true)}>
        Set the price...
      </Button>
      {selected.some(({ isActive }) => isActive) && (
        <Button
          size="small"
          variant="secondary"
          busy={saving?.isActive === false}
          busyLabel="Hiding..."
          onClick={() => setActive(false)}
        >
          Hide
        </Button>
      )}
      {selected.some(({ isActive }) => !isActive) && (
        <Button
          size="small"
          variant="secondary"
          busy={saving?.isActive === true}
          busyLabel="Saving..."
          onClick={() => setActive(true)}
        >
          Put on sale
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onClear}>
        Clear
      </Button>
      {pricing && <BulkPriceDialog products={selected} onClose={() => setPricing(false)} onDone={onClear} />}
    </section>
  );
}
