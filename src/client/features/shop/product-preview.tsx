import type { ProductDetail } from '../../../shared/shop/products.ts';
import { ProductCard } from './product-card.tsx';
import { ProductDetails } from './product-details.tsx';
import type { Purchase } from './use-purchase.ts';

/** Purchases are disabled in a preview. */
const noPurchase: Purchase = { start: () => undefined, startingId: undefined, failure: undefined };

/** A product as students will see it in the shop and on its own page, without working buttons. */
export function ProductPreview({ product }: { product: ProductDetail }) {
  return (
    <div inert className="flex flex-col gap-8">
      <ul className="max-w-80">
        <ProductCard product={product} purchase={noPurchase} />
      </ul>
      <div className="border-t border-border pt-8">
        <ProductDetails product={product} />
      </div>
    </div>
  );
}
