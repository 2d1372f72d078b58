import { Link } from '@tanstack/react-router';
import { isFreeProduct } from '../../../shared/access/access-rules.ts';
import { plainText } from '../../../shared/shop/plain-text.ts';
import type { Product } from '../../../shared/shop/products.ts';
import { countText } from '../../lib/count-text.ts';
import { formatDuration } from '../../lib/format.ts';
import { productTypeLabels } from '../../lib/labels.ts';
import { Card } from '../../ui/card.tsx';
import { Difficulty } from '../../ui/difficulty.tsx';
import { ProductCover } from '../../ui/product-cover.tsx';
import {
  FreeProductLink,
  NotReady,
  ProductAction,
  ProductStatus,
  PurchaseFailure,
} from './product-action.tsx';
import type { Purchase } from './use-purchase.ts';

export type ProductCardProps = {
  product: Product;
  purchase: Purchase;
  /** While true, `product` does not yet say what the user owns, so buttons are hidden: see `useIsVisitorsView`. */
  isVisitorsView?: boolean;
};

/** A product in the shop. The whole card links to the product's page, except for its buttons. */
export function ProductCard({ product, purchase, isVisitorsView = false }: ProductCardProps) {
  return (
    <Card as="li" padded={false} interactive className="flex flex-col">
      <ProductCover
        kind={productTypeLabels[product.type]}
        number={product.productNumber}
        seed={product.id}
        coverUrl={product.coverUrl}
        coverAlt={product.coverAlt}
      />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-center justify-between gap-2">
          <Difficulty level={product.difficulty} />
          <span className="text-sm text-muted tabular">
            {[
              productTypeLabels[product.type],
              product.pageCount !== null && countText(product.pageCount, 'page'),
              product.pageCount === null &&
                product.estimatedDuration !== null &&
                formatDuration(product.estimatedDuration),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
        <h3 className="text-lg font-semibold wrap-anywhere">
          <Link
            to="/products/$id"
            params={{ id: String(product.id) }}
            className="rounded-control after:absolute after:inset-0 after:rounded-card"
          >
            {product.title}
          </Link>
        </h3>
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{plainText(product.description)}</p>
        {/* In front of the link that covers the card. */}
        <div className="relative mt-auto flex flex-col gap-2">
          <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2">
            <ProductStatus product={product} />
            <ProductAction product={product} purchase={purchase} isVisitorsView={isVisitorsView} />
          </div>
          <NotReady product={product} />
          {isFreeProduct(product) && <FreeProductLink title={product.title} />}
          <PurchaseFailure product={product} purchase={purchase} />
        </div>
      </div>
    </Card>
  );
}
