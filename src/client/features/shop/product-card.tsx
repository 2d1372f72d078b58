import { Link } from '@tanstack/react-router';
import type { Product } from '../../../shared/products.ts';
import { formatCents, formatDuration } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Difficulty } from '../../ui/difficulty.tsx';
import { ProductCover } from '../../ui/product-cover.tsx';
import { ClampedText } from './clamped-text.tsx';
import type { Purchase } from './use-purchase.ts';

export type ProductCardProps = {
  product: Product;
  /** Undefined while unknown. */
  signedIn: boolean | undefined;
  purchase: Purchase;
};

/** One product of the shop with its one action (S2 §2 Product shop, features C1 and C8). */
export function ProductCard({ product, signedIn, purchase }: ProductCardProps) {
  const failure = purchase.failure?.productId === product.id ? purchase.failure : undefined;
  return (
    <Card as="li" padded={false} className="flex flex-col">
      <ProductCover number={product.productNumber} seed={product.id} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-center justify-between gap-2">
          <Difficulty level={product.difficulty} />
          {product.estimatedDuration !== null && (
            <span className="text-sm text-muted tabular">{formatDuration(product.estimatedDuration)}</span>
          )}
        </div>
        <h3 className="text-lg font-semibold wrap-anywhere">{product.title}</h3>
        <ClampedText text={product.description} subject={product.title} />
        <div className="mt-auto flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2">
          <ProductStatus product={product} />
          <ProductAction product={product} purchase={purchase} />
        </div>
        {isFree(product) && <FreeProductLink title={product.title} signedIn={signedIn} />}
        {failure && (
          <div role="alert" className="text-sm text-danger">
            <p className="wrap-anywhere">{failure.message}</p>
            {failure.requestId && (
              <p className="mt-1 font-mono text-xs text-subtle">Request {failure.requestId}</p>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

function isFree(product: Product): boolean {
  return product.isFree || product.price === 0;
}

function ProductStatus({ product }: { product: Product }) {
  if (isFree(product)) return <Badge tone="primary">FREE</Badge>;
  if (product.owned) return <Badge tone="success">OWNED</Badge>;
  return <span className="font-semibold tabular">{formatCents(product.price)}</span>;
}

function ProductAction({ product, purchase }: { product: Product; purchase: Purchase }) {
  if (isFree(product)) {
    return (
      <Button size="small" disabled>
        Free Access
      </Button>
    );
  }
  if (product.owned) {
    return (
      <Link to="/coaching" className={buttonClass('secondary', 'small')}>
        Open in my library<span className="sr-only"> {product.title}</span>
      </Link>
    );
  }
  const { start, startingId } = purchase;
  return (
    <Button
      busy={startingId === product.id}
      busyLabel="Processing..."
      disabled={startingId !== undefined && startingId !== product.id}
      onClick={() => start(product)}
      className="ml-auto tabular"
    >
      Buy {formatCents(product.price)}
      <span className="sr-only"> {product.title}</span>
    </Button>
  );
}

const linkClass =
  'inline-flex min-h-6 items-center self-start rounded-control text-sm font-semibold text-primary-text ' +
  'underline-offset-4 hover:underline';

/** The way on that the disabled button lacks (C8). */
function FreeProductLink({ title, signedIn }: { title: string; signedIn: boolean | undefined }) {
  if (signedIn === undefined) {
    // Takes the room of what follows.
    return (
      <span aria-hidden="true" className={`${linkClass} invisible`}>
        Sign up to get it
      </span>
    );
  }
  if (signedIn) {
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
