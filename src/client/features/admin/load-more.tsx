import { describeError } from '../../lib/error-text.ts';
import { Button } from '../../ui/button.tsx';

/** The result of `useInfiniteQuery`. */
type PagedQuery = {
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** The end of a list that is loaded page by page. What is on screen stays when the next page cannot be loaded. */
export function LoadMore({ query, label }: { query: PagedQuery; label: string }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-4">
      {query.isFetchNextPageError && (
        <p role="alert" className="mb-2 text-sm text-danger">
          The rest could not be loaded. {describeError(query.error).message}
        </p>
      )}
      <Button
        variant="secondary"
        size="small"
        busy={query.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => void query.fetchNextPage()}
      >
        Load more<span className="sr-only"> {label}</span>
      </Button>
    </div>
  );
}

type Paged<Item> = { pages: readonly { items: readonly Item[] }[] };

/** The rows of all pages that were loaded. */
export function loadedItems<Item>({ pages }: Paged<Item>): Item[] {
  return pages.flatMap(({ items }) => items);
}
