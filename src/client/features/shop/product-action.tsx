import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isFreeProduct } from '../../../shared/access/access-rules.ts';
import type { PromotionPreview } from '../../../shared/payments/promotion-codes.ts';
import { notReadyText } from '../../../shared/shop/product-content.ts';
import type { Product } from '../../../shared/shop/products.ts';
import { formatCents } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, type ButtonSize, buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import type { Purchase } from './use-purchase.ts';

const PurchaseRuleRemedy = lazyPart(
  async () => (await import('../session/purchase-rule-remedy.tsx')).PurchaseRuleRemedy,
);

/** FREE, OWNED, OPEN TO ALL, SUSPENDED, ON HOLD or the price. */
export function ProductStatus({ product, large = false }: { product: Product; large?: boolean }) {
  if (isFreeProduct(product)) return <Badge tone="primary">FREE</Badge>;
  if (product.owned) return <Badge tone="success">OWNED</Badge>;
  if (product.openToAll) return <Badge tone="primary">OPEN TO ALL</Badge>;
  if (product.blockedPurchase) {
    return <Badge tone="warning">{product.blockedPurchase === 'suspended' ? 'SUSPENDED' : 'ON HOLD'}</Badge>;
  }
  return (
    <span className={large ? 'text-2xl font-bold tabular' : 'font-semibold tabular'}>
      {formatCents(product.price)}
    </span>
  );
}

export type ProductActionProps = {
  product: Product;
  purchase: Purchase;
  /** A valid promotion code, which is applied to the payment. */
  promotion?: PromotionPreview | undefined;
  /** Whether the amount to pay is not known yet. */
  waiting?: boolean;
  /** Whether `product` is still what the server rendered for a visitor, although the user may own it. */
  isVisitorsView?: boolean;
  size?: ButtonSize;
  className?: string;
};

/** The action for a product, the same on its card and on its page. */
export function ProductAction({
  product,
  purchase,
  promotion,
  waiting = false,
  isVisitorsView = false,
  size,
  className = '',
}: ProductActionProps) {
  if (isVisitorsView) return <Skeleton className={`ml-auto h-11 w-28 ${className}`} />;
  if (isFreeProduct(product)) {
    return (
      <Button size={size ?? 'small'} disabled className={className}>
        Free Access
      </Button>
    );
  }
  if (product.owned) {
    return (
      <Link to="/coaching" className={`${buttonClass('secondary', size ?? 'small')} ${className}`}>
        Open in my library<span className="sr-only"> {product.title}</span>
      </Link>
    );
  }
  if (product.mayOpen || product.openToAll) {
    return (
      <OpenLink product={product} className={`${buttonClass('secondary', size ?? 'small')} ${className}`} />
    );
  }
  if (product.blockedPurchase) {
    // The server would not accept a second payment.
    return (
      <Link to="/billing" className={`${buttonClass('secondary', size ?? 'small')} ${className}`}>
        See your payments<span className="sr-only"> {product.title}</span>
      </Link>
    );
  }
  const { start, startingId } = purchase;
  return (
    <Button
      size={size ?? 'medium'}
      busy={startingId === product.id}
      busyLabel="Processing..."
      disabled={!product.isActive || waiting || (startingId !== undefined && startingId !== product.id)}
      onClick={() => start(product, promotion?.code)}
      className={`ml-auto tabular ${className}`}
    >
      Buy {formatCents(promotion?.totalCents ?? product.price)}
      <span className="sr-only"> {product.title}</span>
    </Button>
  );
}

/** Replaces Buy where no purchase is needed: for everyone if the content is open to all users, always for admins. */
function OpenLink({ product, className }: { product: Product; className: string }) {
  const { id, type, title, mayOpen, isReady } = product;
  const name = <span className="sr-only"> {title}</span>;
  if (!mayOpen) {
    return (
      <Link to="/auth" search={{ tab: 'signup', next: `/coaching/${id}` }} className={className}>
        Sign up to open it{name}
      </Link>
    );
  }
  if (type === 'session') {
    return (
      <Link to="/coaching/$id" params={{ id: String(id) }} className={className}>
        Open the session{name}
      </Link>
    );
  }
  if (!isReady) {
    return (
      <Link to="/admin" search={{ tab: 'products' }} className={className}>
        Add its file{name}
      </Link>
    );
  }
  return (
    <Link to="/read/$kind/$id" params={{ kind: 'product', id: String(id) }} className={className}>
      Open the PDF{name}
    </Link>
  );
}

/**
 * Says that the product has no content yet. Hidden if the user may open the product, or if it is not on sale. Only
 * buyers are sent an email when there is content.
 */
export function NotReady({ product }: { product: Product }) {
  if (product.isReady || product.mayOpen || !product.isActive) return null;
  const needsPurchase = !isFreeProduct(product) && !product.openToAll;
  return <p className="text-sm text-accent-text">{needsPurchase ? notReadyText : 'Not ready yet.'}</p>;
}

const linkClass =
  'inline-flex min-h-6 items-center self-start rounded-control text-sm font-semibold text-primary-text ' +
  'underline-offset-4 hover:underline';

/** The link beside the disabled button of a free product. */
export function FreeProductLink({ title }: { title: string }) {
  const { user } = useCurrentUser();
  if (user === undefined) {
    // Reserves the space of the link.
    return (
      <span aria-hidden="true" className={`${linkClass} invisible`}>
        Sign up to get it
      </span>
    );
  }
  if (user) {
    return (
      <Link to="/coaching" className={linkClass}>
        Open in my library<span className="sr-only"> {title}</span>
      </Link>
    );
  }
  return (
    <Link to="/auth" search={{ tab: 'signup', next: '/coaching' }} className={linkClass}>
      Sign up to get it<span className="sr-only"> {title}</span>
    </Link>
  );
}

/** Why the last attempt to buy the product did not open the payment page. */
export function PurchaseFailure({ product, purchase }: { product: Product; purchase: Purchase }) {
  const { failure } = purchase;
  if (failure?.productId !== product.id || failure.promotionCode !== undefined) return null;
  return (
    <div role="alert" className="text-sm text-danger">
      <p className="wrap-anywhere">{failure.message}</p>
      {failure.requestId && <p className="mt-1 font-mono text-xs text-subtle">Request {failure.requestId}</p>}
      {failure.rule && (
        <Suspense>
          <div className="mt-2">
            <PurchaseRuleRemedy code={failure.rule} />
          </div>
        </Suspense>
      )}
    </div>
  );
}
