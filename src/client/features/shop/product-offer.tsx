import { trpc } from '../../trpc.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProductAction, PurchaseFailure } from './product-action.tsx';
import { usePurchase } from './use-purchase.ts';

/** The Buy button of one product where another page speaks of it; the same purchase as in the shop. */
export function ProductOffer({ productId }: { productId: number }) {
  const query = trpc.shop.getProduct.useQuery({ id: String(productId) });
  const purchase = usePurchase();
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-11 w-full" />}>
      {(product) => (
        <>
          <ProductAction product={product} purchase={purchase} className="w-full" />
          <PurchaseFailure product={product} purchase={purchase} />
        </>
      )}
    </QueryView>
  );
}
