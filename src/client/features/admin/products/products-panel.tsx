import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductType } from '../../../../shared/enums.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { ChoiceRow } from '../choice-row.tsx';
import { AdminProductCard } from './admin-product-card.tsx';
import { ArchivedProducts } from './archived-products.tsx';
import { DeleteProductDialog } from './delete-product-dialog.tsx';
import { PlanSlotsPanel } from './plan-slots-panel.tsx';
import { readProductType } from './product-draft.ts';
import { ProductEditor } from './product-editor.tsx';

const gridClass = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3';

const emptyTexts: Record<ProductType, { title: string; description: string }> = {
  pdf: { title: 'No PDFs yet', description: 'PDFs are sold in the shop and downloaded from the library.' },
  session: {
    title: 'No sessions yet',
    description: 'Sessions are sold in the shop; the first two are open.',
  },
};

/** Product Management: PDFs or sessions, with create, edit and delete. */
export function ProductsPanel() {
  const query = trpc.admin.products.list.useQuery();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The products could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading products...">
          <div className="mb-6 flex justify-between gap-3">
            <Skeleton className="h-11 w-44" />
            <Skeleton className="h-11 w-32" />
          </div>
          <div className={gridClass}>
            <SkeletonCard />
            <SkeletonCard />
            <SkeletonCard />
          </div>
        </SkeletonRegion>
      }
    >
      {(products) => {
        return <ProductList products={products} />;
      }}
    </AdminQueryView>
  );
}

/** Coaching plans, which a subscription includes. Products are sold separately. */
const planChoice = 'plan';
const archiveChoice = 'archived';
type Choice = ProductType | typeof planChoice | typeof archiveChoice;

type EditorState = { open: boolean; product: AdminProduct | undefined; opened: number };

function ProductList({ products }: { products: readonly AdminProduct[] }) {
  const search = useSearch({ from: '/admin' });
  const navigate = useNavigate({ from: '/admin' });
  const [editor, setEditor] = useState<EditorState>({ open: false, product: undefined, opened: 0 });
  const [deleting, setDeleting] = useState<{ product: AdminProduct; open: boolean }>();
  const type = readProductType(search.type);
  const shownInstead = ([planChoice, archiveChoice] as const).find((choice) => choice === search.type);
  const archived = trpc.admin.products.listArchived.useQuery();
  const shown = products.filter((product) => product.type === type);

  const showType = (next: Choice) =>
    void navigate({ search: { tab: 'products', type: next }, replace: true, resetScroll: false });
  const edit = (product?: AdminProduct) =>
    setEditor(({ opened }) => ({ open: true, product, opened: opened + 1 }));

  return (
    <section>
      <h2 className="sr-only">Products</h2>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <ChoiceRow<Choice>
          label="Kind of product"
          selected={shownInstead ?? type}
          onChange={showType}
          choices={[
            ...(['pdf', 'session'] as const).map((value) => ({
              value,
              label: value === 'pdf' ? 'PDFs' : 'Sessions',
              count: products.filter((product) => product.type === value).length,
            })),
            { value: planChoice, label: 'Plans 1–10' },
            { value: archiveChoice, label: 'Archived', count: archived.data?.length },
          ]}
        />
        {!shownInstead && <Button onClick={() => edit()}>New product</Button>}
      </div>
      {shownInstead === planChoice ? (
        <PlanSlotsPanel />
      ) : shownInstead === archiveChoice ? (
        <ArchivedProducts gridClass={gridClass} />
      ) : shown.length === 0 ? (
        <EmptyState
          {...emptyTexts[type]}
          action={
            <Button variant="secondary" onClick={() => edit()}>
              Create the first one
            </Button>
          }
        />
      ) : (
        <ul className={gridClass}>
          {shown.map((product) => (
            <AdminProductCard
              key={product.id}
              product={product}
              actions={
                <>
                  <Button
                    size="small"
                    variant="secondary"
                    onClick={() => edit(product)}
                    aria-label={`Edit ${product.title}`}
                  >
                    Edit
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    onClick={() => setDeleting({ product, open: true })}
                    aria-label={`Delete ${product.title}`}
                  >
                    Delete
                  </Button>
                </>
              }
            />
          ))}
        </ul>
      )}
      <ProductEditor
        // Each time it opens, the editor starts from the stored values.
        key={editor.opened}
        open={editor.open}
        product={editor.product}
        newType={type}
        products={products}
        onClose={() => setEditor((state) => ({ ...state, open: false }))}
        onSaved={(saved) => {
          if (saved.type !== type) showType(saved.type);
        }}
      />
      <DeleteProductDialog
        product={deleting?.product}
        open={deleting?.open ?? false}
        onClose={() => deleting && setDeleting({ ...deleting, open: false })}
      />
    </section>
  );
}
