import { useState } from 'react';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type ProductActions, productColumns } from './product-columns.tsx';
import {
  listedProducts,
  type ProductFilter,
  type ProductSort,
  productCount,
  productSorts,
  sortingOf,
  sortLabels,
} from './product-list.ts';
import { SelectionBar } from './selection-bar.tsx';

export type ProductTableProps = Omit<ProductActions, 'onSelect'> & {
  products: readonly AdminProduct[];
  filter: ProductFilter;
  stale: boolean;
  onSort: (sort: ProductSort) => void;
  onNew: () => void;
  onClear: () => void;
};

/** The products that match the filter, with actions for those that are selected. */
export function ProductTable(props: ProductTableProps) {
  const { products, filter, stale, onSort, onEdit, onDelete, onDuplicate } = props;
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const shown = listedProducts(products, filter);
  const selectable = filter.state === 'archived' ? [] : shown;
  // Excludes products that the filter hides, so that an admin cannot change a product without seeing it.
  const selected = selectable.filter(({ id }) => selectedIds.has(id));
  const columns = productColumns({
    onEdit,
    onDelete,
    onDuplicate,
    onSelect: ({ id }, isSelected) =>
      setSelectedIds((ids) =>
        isSelected ? new Set([...ids, id]) : new Set([...ids].filter((other) => other !== id)),
      ),
  });

  return (
    <section aria-label="List of products">
      <div className="mb-3 flex min-h-6 items-center gap-x-4 text-sm text-muted">
        {selectable.length > 0 && (
          <label className="flex items-center gap-3">
            <input
              type="checkbox"
              checked={selected.length === selectable.length}
              onChange={(event) =>
                setSelectedIds(new Set(event.currentTarget.checked ? selectable.map(({ id }) => id) : []))
              }
              className="size-5 accent-primary"
            />
            Select all
          </label>
        )}
        {shown.length > 0 && <p className="tabular">{productCount(shown.length)}</p>}
      </div>
      {selected.length > 0 && <SelectionBar selected={selected} onClear={() => setSelectedIds(new Set())} />}
      <DataTable
        caption={`Products: ${sortLabels[filter.sort].toLowerCase()}`}
        rows={shown.map((product) => ({ product, selected: selectedIds.has(product.id) }))}
        rowKey={({ product }) => String(product.id)}
        stale={stale}
        columns={columns}
        sorting={{
          ...sortingOf(filter.sort),
          onSort(key, descending) {
            const sort = productSorts.find((known) => known === `${key}${descending ? '_desc' : ''}`);
            if (sort) onSort(sort);
          },
        }}
        empty={<NoProducts {...props} />}
      />
    </section>
  );
}

const emptyTexts = {
  pdf: { title: 'No PDFs yet', description: 'PDFs are sold in the shop and downloaded from the library.' },
  session: {
    title: 'No sessions yet',
    description: 'Sessions are sold in the shop; the first two are open to every student.',
  },
};

function NoProducts({ products, filter, onNew, onClear }: ProductTableProps) {
  const { type, state, q } = filter;
  if (q !== '' || (state !== 'archived' && products.some((product) => product.type === type))) {
    return (
      <EmptyState
        headingLevel={3}
        title="No product matches"
        description="Try fewer words or another state."
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear the filters
          </Button>
        }
      />
    );
  }
  if (state === 'archived') {
    return (
      <EmptyState
        headingLevel={3}
        title="Nothing is archived"
        description="A product that was sold is archived when you delete it. Its buyers keep it, and you can restore it here."
      />
    );
  }
  return (
    <EmptyState
      headingLevel={3}
      {...emptyTexts[type]}
      action={
        <Button variant="secondary" onClick={onNew}>
          Create the first one
        </Button>
      }
    />
  );
}
