import { Link } from '@tanstack/react-router';
import type { Product } from '../../../shared/products.ts';
import { describeError } from '../../lib/error-text.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/page.tsx';
import { SkeletonCard, SkeletonRegion } from '../../ui/skeleton.tsx';
import { PdfResourceCard } from './pdf-resource-card.tsx';
import { PurchasesCard } from './purchases-card.tsx';
import { QuickActionsCard } from './quick-actions-card.tsx';
import { SessionCard } from './session-card.tsx';

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(15.5rem,100%),1fr))] gap-4';

/** My Learning Library of a signed-in reader (S2 §2). */
export function Library({ ownedCount }: { ownedCount: number }) {
  return (
    <>
      <div className="mb-12 grid gap-4 sm:grid-cols-2">
        <PurchasesCard count={ownedCount} />
        <QuickActionsCard />
      </div>
      <Resources />
    </>
  );
}

function Resources() {
  const query = trpc.shop.listLibrary.useQuery();
  if (query.isPending) return <ResourcesLoading />;
  // A list that is already there stays when reading it anew fails.
  if (!query.data) {
    const { message, requestId } = describeError(query.error);
    return (
      <ErrorState
        title="Your library could not be loaded"
        message={message}
        kept="Nothing that you own is lost."
        requestId={requestId}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return <LoadedResources products={query.data} />;
}

function LoadedResources({ products }: { products: readonly Product[] }) {
  const byNumber = products.toSorted((a, b) => a.productNumber - b.productNumber);
  const pdfs = byNumber.filter((product) => product.type === 'pdf');
  const sessions = byNumber.filter((product) => product.type === 'session');
  return (
    <>
      <Section title="PDF Resources">
        {pdfs.length === 0 ? (
          <EmptyState
            headingLevel={3}
            title="You don't have any PDF resources yet"
            description="Plans you buy appear here, ready to download."
            action={
              <Link to="/products" className={buttonClass('secondary')}>
                Browse Products
              </Link>
            }
          />
        ) : (
          <ul className={gridClass}>
            {pdfs.map((product) => (
              <PdfResourceCard key={product.id} product={product} />
            ))}
          </ul>
        )}
      </Section>
      {sessions.length > 0 && (
        <Section title="Your sessions">
          <ul className={gridClass}>
            {sessions.map((product) => (
              <SessionCard key={product.id} product={product} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const skeletonCards = [1, 2, 3, 4];

function ResourcesLoading() {
  return (
    <Section title="PDF Resources">
      <SkeletonRegion label="Loading your library..." className={gridClass}>
        {skeletonCards.map((card) => (
          <SkeletonCard key={card} />
        ))}
      </SkeletonRegion>
    </Section>
  );
}
