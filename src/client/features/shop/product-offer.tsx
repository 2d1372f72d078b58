import { describeError } from '../../lib/error-text.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProductAction, PurchaseFailure } from './product-action.tsx';
import { usePurchase } from './use-purchase.ts';

/** The Buy button of one product where another page speaks of it; the same purchase as in the shop. */
export function ProductOffer({ productId }: { productId: number }) {
  const query = trpc.shop.getProduct.useQuery({ id: String(productId) });
  const purchase = usePurchase();
  if (query.isPending) return <Skeleton className="h-11 w-full" />;
  if (!query.data) {
    return (
      <div role="alert" className="text-sm">
        <p className="text-danger">{describeError(query.error).message}</p>
        <Button variant="secondary" size="small" onClick={() => void query.refetch()} className="mt-2">
          Try again
        </Button>
      </div>
    );
  }
  return (
    <>
      <ProductAction product={query.data} purchase={purchase} className="w-full" />
      <PurchaseFailure product={query.data} purchase={purchase} />
    </>
  );
}
