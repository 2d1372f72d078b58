import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductType } from '../../../../shared/enums.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useRequestId } from '../../../lib/use-request-id.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceRow } from '../../../ui/choice-row.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { useFilters } from '../use-filters.ts';
import { useRefresh } from '../use-refresh.ts';
import { CoachingPlanSlotsPanel } from './coaching-plan-slots-panel.tsx';
import { DeleteProductDialog } from './delete-product-dialog.tsx';
import { ProductEditor } from './product-editor.tsx';
import { ProductFilters } from './product-filters.tsx';
import { readProductFilter } from './product-list.ts';
import { ProductTable } from './product-table.tsx';

/** The `type` in the URL for coaching plans. They are not products: a membership includes them. */
const planChoice = 'plan';
type Kind = ProductType | typeof planChoice;

/** Product Management: PDFs, sessions and coaching plans. */
export function ProductsPanel() {
  const search = useSearch({ from: '/admin' });
  const navigate = useNavigate({ from: '/admin' });
  /** Undefined while no editor is open. While a new product is being created, `product` is missing. */
  const [editor, setEditor] = useState<{ product?: AdminProduct }>();
  const live = trpc.admin.products.list.useQuery();
  const filter = readProductFilter(search);
  const showsCoachingPlans = search.type === planChoice;

  const edit = (product?: AdminProduct) => setEditor({ ...(product && { product }) });
  /** Opens the copy in the editor, unless the editor is open: the admin may have entered text in it. */
  const editCopy = (product: AdminProduct) => setEditor((open) => open ?? { product });
  const showKind = (type: Kind) =>
    void navigate({ search: { tab: 'products', type }, replace: true, resetScroll: false });

  return (
    <section>
      <h2 className="sr-only">Products</h2>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <ChoiceRow<Kind>
          label="Kind of product"
          selected={showsCoachingPlans ? planChoice : filter.type}
          onChange={showKind}
          choices={[
            ...(['pdf', 'session'] as const).map((value) => ({
              value,
              label: value === 'pdf' ? 'PDFs' : 'Sessions',
              count: live.data?.filter((product) => product.type === value).length,
            })),
            { value: planChoice, label: 'Plans 1–10' },
          ]}
        />
        {!showsCoachingPlans && (
          <Button disabled={live.isPending} onClick={() => edit()}>
            New product
          </Button>
        )}
      </div>
      {showsCoachingPlans ? <CoachingPlanSlotsPanel /> : <ProductList onEdit={edit} onCopied={editCopy} />}
      {/* Outside of the list, so that the editor and its typed text stay when the list fails to load. */}
      {editor && (
        <ProductEditor
          product={editor.product}
          newType={filter.type}
          products={live.data ?? []}
          onClose={() => setEditor(undefined)}
          onSaved={(saved) => {
            if (saved.type !== filter.type) showKind(saved.type);
          }}
        />
      )}
    </section>
  );
}

type ProductListProps = {
  onEdit: (product?: AdminProduct) => void;
  onCopied: (copy: AdminProduct) => void;
};

function ProductList({ onEdit, onCopied }: ProductListProps) {
  const filter = readProductFilter(useSearch({ from: '/admin' }));
  const { change, clear, resetKey } = useFilters();
  const live = trpc.admin.products.list.useQuery();
  const archived = trpc.admin.products.listArchived.useQuery();
  const [deleting, setDeleting] = useState<AdminProduct>();
  const onDuplicate = useDuplicate(onCopied);
  const known = live.data && archived.data && [...live.data, ...archived.data];

  return (
    <>
      <ProductFilters
        key={`${filter.type} ${resetKey}`}
        filter={filter}
        products={known?.filter(({ type }) => type === filter.type)}
        onChange={change}
      />
      <AdminQueryView
        query={filter.state === 'archived' ? archived : live}
        errorTitle="The products could not be loaded"
        skeleton={<ProductTableSkeleton />}
      >
        {(products) => (
          <ProductTable
            products={products}
            filter={filter}
            stale={live.isFetching || archived.isFetching}
            onSort={(sort) => change({ sort })}
            onEdit={onEdit}
            onDelete={setDeleting}
            onDuplicate={onDuplicate}
            onNew={() => onEdit()}
            onClear={() => void clear({ tab: 'products', type: filter.type })}
          />
        )}
      </AdminQueryView>
      {deleting && <DeleteProductDialog product={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

/** Makes a hidden copy of a product. */
function useDuplicate(onCopied: (copy: AdminProduct) => void): (product: AdminProduct) => void {
  const { idOf, forget } = useRequestId();
  const { run } = useAction(
    trpc.admin.products.duplicate.useMutation({
      onSuccess(copy) {
        forget();
        showToast({
          title: 'Product duplicated',
          description: `${copy.title} is hidden and has number ${copy.productNumber}. Its files were not copied.`,
          tone: 'success',
        });
        onCopied(copy);
      },
      onError: showFailure('Failed to duplicate product', 'The product may have been duplicated'),
      onSettled: useRefresh().onSettled,
    }),
  );
  return ({ id }) => run({ id, key: idOf(id) });
}

/** The skeleton of the product list: rows of one line, or of two on phones. */
function ProductTableSkeleton() {
  return (
    <SkeletonRegion label="Loading products...">
      <Skeleton className="mb-3 h-6 w-40" />
      <div aria-hidden="true" className="sm:pt-9">
        {Array.from({ length: 8 }, (_, row) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
            key={row}
            className="flex h-19 flex-wrap items-center gap-3 border-b border-border py-2 sm:h-15.5 sm:flex-nowrap sm:px-3"
          >
            <Skeleton className="size-5" />
            <Skeleton className="h-7 w-10 sm:h-10 sm:w-16" />
            <Skeleton className="h-4 flex-1 sm:max-w-64" />
            <Skeleton className="ml-auto h-6 w-16" />
            <Skeleton className="h-4 w-full max-w-40 max-sm:order-last sm:w-14" />
            <Skeleton className="h-4 w-14 max-sm:hidden" />
            <Skeleton className="h-4 w-20 max-sm:hidden" />
          </div>
        ))}
      </div>
    </SkeletonRegion>
  );
}
