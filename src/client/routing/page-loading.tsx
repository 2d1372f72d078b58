import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/**
 * Fills the window while a page cannot be shown yet, such as before the user is known. The server renders it for pages
 * that need the user or the browser. Otherwise, such a page would be empty until the scripts run.
 * @param title - the route's static title, not a title from a loader, which could differ from the one that the server
 * rendered. Without a title, a skeleton is shown in its place.
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
