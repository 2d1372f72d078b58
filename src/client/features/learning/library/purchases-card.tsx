import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

/** How many products the reader has bought, and the way to more. Free products do not count. */
export function PurchasesCard({ count }: { count: number }) {
  return (
    <Card as="section" aria-labelledby="library-purchases" className="flex flex-col">
      <h2 id="library-purchases" className="text-lg font-semibold">
        Purchases
      </h2>
      {count === 0 ? (
        <>
          <p className="mt-1 mb-4 measure text-muted">
            You have not bought anything yet. What you buy is kept here for you.
          </p>
          <div className="mt-auto">
            <Link to="/products" className={buttonClass('primary')}>
              Browse Products
            </Link>
          </div>
        </>
      ) : (
        <>
          <p className="mt-1 mb-4 flex items-baseline gap-2 text-muted">
            <span className="text-2xl font-bold text-text tabular">{count}</span>
            {count === 1 ? 'product owned' : 'products owned'}
          </p>
          <div className="mt-auto">
            <Link to="/products" className={buttonClass('secondary')}>
              Buy More Products
            </Link>
          </div>
        </>
      )}
    </Card>
  );
}
