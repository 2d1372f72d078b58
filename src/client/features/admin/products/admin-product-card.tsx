import type { ReactNode } from 'react';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { formatCents, formatDuration } from '../../../lib/format.ts';
import { productTypeLabels } from '../../../lib/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Difficulty } from '../../../ui/difficulty.tsx';
import { ProductCover } from '../../../ui/product-cover.tsx';
import { stampProblemText } from './stamp-labels.ts';

export type AdminProductCardProps = {
  product: AdminProduct;
  /** The buttons of the card. */
  actions: ReactNode;
};

/** A product as admins see it: price, whether it is on sale, whether it has a file, and how often it was sold. */
export function AdminProductCard({ product, actions }: AdminProductCardProps) {
  const isFree = product.isFree || product.price === 0;
  return (
    <Card as="li" padded={false} className="flex flex-col">
      <ProductCover
        kind={productTypeLabels[product.type]}
        number={product.productNumber}
        seed={product.id}
        empty={!product.isActive}
      />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-center justify-between gap-2">
          <Difficulty level={product.difficulty} />
          {product.estimatedDuration !== null && (
            <span className="text-sm text-muted tabular">{formatDuration(product.estimatedDuration)}</span>
          )}
        </div>
        <h3 className="text-lg font-semibold wrap-anywhere">{product.title}</h3>
        {product.description && (
          <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{product.description}</p>
        )}
        <div className="flex flex-wrap gap-2">
          {product.deletedAt !== null ? (
            <Badge>Archived</Badge>
          ) : product.isActive ? (
            <Badge tone="success">Active</Badge>
          ) : (
            <Badge>Hidden</Badge>
          )}
          {isFree && <Badge tone="primary">Free</Badge>}
          {!product.isReady && (
            <Badge tone="warning">
              {product.isActive ? 'Pre-order' : product.type === 'pdf' ? 'No file yet' : 'Nothing in it yet'}
            </Badge>
          )}
          {product.soldCount > 0 && <Badge>{product.soldCount} sold</Badge>}
        </div>
        {product.fileName !== null && (
          <p className="text-sm wrap-anywhere text-muted">File: {product.fileName}</p>
        )}
        {product.stampProblem !== null && (
          <p className="text-sm text-warning">{stampProblemText(product.stampProblem)}</p>
        )}
        <div className="mt-auto flex items-center justify-between gap-3 pt-3">
          <span className="font-semibold tabular">{formatCents(product.price)}</span>
          <div className="flex gap-2">{actions}</div>
        </div>
      </div>
    </Card>
  );
}
