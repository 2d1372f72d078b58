import { isFreeProduct } from '../../../../shared/access/access-rules.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents } from '../../../lib/format.ts';
import { difficultyLabels, productTypeLabels } from '../../../lib/labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { useRefresh } from '../use-refresh.ts';
import { isOwned } from './is-owned.ts';
import { stampProblemText } from './stamp-labels.ts';

export type ProductActions = {
  onEdit: (product: AdminProduct) => void;
  onDelete: (product: AdminProduct) => void;
  onDuplicate: (product: AdminProduct) => void;
  onSelect: (product: AdminProduct, selected: boolean) => void;
};

export type ProductRow = { product: AdminProduct; selected: boolean };

export function productColumns(actions: ProductActions): Column<ProductRow>[] {
  return [
    {
      key: 'product',
      header: 'Product',
      phone: 'first',
      sortKey: 'title',
      cell: (row) => <ProductCell {...row} {...actions} />,
    },
    { key: 'state', header: 'State', cell: ({ product }) => <State product={product} /> },
    {
      key: 'price',
      header: 'Price',
      align: 'end',
      sortKey: 'price',
      cell: ({ product }) => (isFreeProduct(product) ? 'Free' : formatCents(product.price)),
    },
    {
      key: 'sold',
      header: 'Sold',
      align: 'end',
      sortKey: 'sold',
      cell: ({ product }) => (
        <>
          {product.soldCount.toLocaleString('en-US')}
          <span className="sm:hidden"> sold</span>
        </>
      ),
    },
    {
      key: 'revenue',
      header: 'Revenue',
      align: 'end',
      sortKey: 'revenue',
      cell: ({ product }) => formatCents(product.revenue),
    },
    {
      key: 'file',
      header: 'File',
      phone: 'hidden',
      className: 'sm:min-w-32 max-w-60',
      cell: ({ product }) => <ProductContent product={product} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      phone: 'first',
      cell: ({ product }) => <RowActions product={product} {...actions} />,
    },
  ];
}

function ProductCell({ product, selected, onEdit, onSelect }: ProductRow & ProductActions) {
  const { title, type, productNumber, difficulty, deletedAt } = product;
  const isArchived = deletedAt !== null;
  return (
    <span className="flex min-w-0 items-center gap-3 sm:min-w-48">
      {!isArchived && (
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={selected}
          onChange={(event) => onSelect(product, event.currentTarget.checked)}
          className="size-5 shrink-0 accent-primary"
        />
      )}
      <Thumbnail product={product} />
      <span className="min-w-0">
        {isArchived ? (
          <span className="font-semibold wrap-anywhere">{title}</span>
        ) : (
          <button
            type="button"
            aria-label={`Edit ${title}`}
            onClick={() => onEdit(product)}
            className={`${adminLinkClass} text-left wrap-anywhere`}
          >
            {title}
          </button>
        )}
        <span className="block text-muted tabular max-sm:hidden">
          {productTypeLabels[type]} {productNumber} · {difficultyLabels[difficulty]}
        </span>
      </span>
    </span>
  );
}

/** The cover in the size of a row. Decorative, because the title beside it names the product. */
function Thumbnail({ product }: { product: AdminProduct }) {
  return (
    <span
      aria-hidden="true"
      className="flex h-7 w-10 shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunken sm:h-10 sm:w-16 sm:@max-4xl:hidden"
    >
      {product.coverUrl === null ? (
        <RangeGrid seed={product.id} variant={product.isActive ? 'range' : 'empty'} className="w-6 sm:w-8" />
      ) : (
        <img src={product.coverUrl} alt="" loading="lazy" className="size-full object-cover" />
      )}
    </span>
  );
}

function State({ product }: { product: AdminProduct }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {product.deletedAt !== null ? (
        <Badge>Archived</Badge>
      ) : product.isActive ? (
        <Badge tone="success">Active</Badge>
      ) : (
        <Badge>Hidden</Badge>
      )}
      {!product.isReady && (
        <Badge tone="warning">
          {product.isActive ? 'Pre-order' : product.type === 'pdf' ? 'No file yet' : 'No content yet'}
        </Badge>
      )}
    </span>
  );
}

/** What a buyer opens: the PDF, the video or the text. */
function ProductContent({ product }: { product: AdminProduct }) {
  const { fileName, videoName, videoUrl, content, pageCount, stampProblem } = product;
  const name = fileName ?? videoName ?? (videoUrl === null ? content && 'Text' : 'Video link');
  return (
    <>
      {name ? (
        <span className="line-clamp-1 break-all">{name}</span>
      ) : (
        <span className="text-muted">None</span>
      )}
      {pageCount !== null && <span className="block text-muted tabular">{countText(pageCount, 'page')}</span>}
      {stampProblem !== null && (
        <span className="block text-xs text-warning">{stampProblemText(stampProblem)}</span>
      )}
    </>
  );
}

function RowActions({ product, onDelete, onDuplicate }: { product: AdminProduct } & ProductActions) {
  const { id, title } = product;
  const deletion = isOwned(product) ? 'Archive' : 'Delete';
  if (product.deletedAt !== null) return <RestoreButton product={product} />;
  return (
    <ActionMenu
      label={`More actions for ${title}`}
      actions={[
        { label: 'View in the shop', name: `View in the shop: ${title}`, href: `/products/${id}` },
        { label: 'Duplicate', name: `Duplicate ${title}`, onSelect: () => onDuplicate(product) },
        {
          label: deletion,
          name: `${deletion} ${title}`,
          danger: true,
          onSelect: () => onDelete(product),
        },
      ]}
    />
  );
}

/** Restores an archived product, as a hidden one. */
function RestoreButton({ product }: { product: AdminProduct }) {
  const restore = useAction(
    trpc.admin.products.restore.useMutation({
      onSuccess: () =>
        showToast({
          title: 'Product restored',
          description: `${product.title} is hidden. Edit it to put it back on sale.`,
          tone: 'success',
        }),
      onError: showFailure('Failed to restore product'),
      onSettled: useRefresh().onSettled,
    }),
  );

  return (
    <Button
      size="small"
      variant="secondary"
      busy={restore.isPending}
      busyLabel="Restoring..."
      onClick={() => restore.run({ id: product.id })}
      aria-label={`Restore ${product.title}`}
    >
      Restore
    </Button>
  );
}
