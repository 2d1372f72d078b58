import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/**
 * Full-screen "Loading" while the user is not known. The server renders it, so it is visible immediately.
 * @param title the route's own, because a title from a loader may differ from the server-rendered one
 */
export function PageLoading({ title }: { title?: string | undefined }) {
  return (
    <div role="status" className="min-h-dvh">
      <noscript>
        <Page width="medium">
          {title && <h1 className="mb-4 text-2xl font-bold sm:text-3xl">{title}</h1>}
          <p className="text-lg">This page needs JavaScript. Please allow it, and reload the page.</p>
          <p className="mt-4">
            <Link to="/products" className={buttonClass('secondary')}>
              Browse Products
            </Link>
          </p>
        </Page>
      </noscript>
      <Page className="noscript:hidden">
        {title ? (
          <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
        ) : (
          <Skeleton className="h-9 w-64 max-w-full sm:h-11" />
        )}
        <p className="mt-3 text-lg text-muted">Loading</p>
        <div aria-hidden="true" className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card max-lg:hidden" />
        </div>
        <Skeleton className="mt-4 h-64 rounded-card" />
      </Page>
    </div>
  );
}
