import { describeError } from '../lib/error-text.ts';
import { Button } from './button.tsx';

/** The result of `useInfiniteQuery`. */
type PagedQuery = {
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** The button at the end of a paginated list. Loaded rows stay visible when the next page cannot be loaded. */
export function LoadMore({ query, label }: { query: PagedQuery; label: string }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-4">
      {query.isFetchNextPageError && (
        <p role="alert" className="mb-2 text-sm text-danger">
          More entries could not be loaded. {describeError(query.error).message}
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

/** The option of `useInfiniteQuery` for a list whose pages are `{ items, nextCursor }`. */
export const byCursor = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

type Paged<Item> = { pages: readonly { items: readonly Item[] }[] };

/** The loaded items of a list whose items have no id and do not move to later pages. */
export function loadedRows<Item>({ pages }: Paged<Item>): Item[] {
  return pages.flatMap(({ items }) => items);
}

/**
 * The loaded items of a list. An item that moved to a later page between two requests, such as a question that was
 * reopened, was loaded twice: its later state is shown in the place of the earlier one.
 */
export function loadedItems<Item extends { id: string | number }>(data: Paged<Item>): Item[] {
  return [...new Map(loadedRows(data).map((item) => [item.id, item])).values()];
}
