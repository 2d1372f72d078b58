import type { Product } from '../../../shared/products.ts';
import { formatDuration } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Difficulty } from '../../ui/difficulty.tsx';
import { ProductCover } from '../../ui/product-cover.tsx';

/** A coaching session that the reader owns or that is free. */
export function SessionCard({ product }: { product: Product }) {
  return (
    <Card as="li" padded={false} className="flex flex-col">
      <ProductCover number={product.productNumber} seed={product.id} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-center justify-between gap-2">
          <span className="text-sm text-muted tabular">
            Session {product.productNumber}
            {product.estimatedDuration !== null && ` · ${formatDuration(product.estimatedDuration)}`}
          </span>
          {product.isFree || product.price === 0 ? (
            <Badge tone="primary">Free</Badge>
          ) : (
            <Badge tone="success">Owned</Badge>
          )}
        </div>
        <h3 className="text-lg font-semibold wrap-anywhere">{product.title}</h3>
        <Difficulty level={product.difficulty} className="mt-auto" />
      </div>
    </Card>
  );
}
