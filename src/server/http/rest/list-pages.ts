import { pageNumberInput } from '../../../shared/list-pages.ts';

type Query = Record<string, string | undefined>;

/**
 * The result of a call that reads only one page of its list from the database. `total` is the number of rows of the
 * whole list.
 */
export class ListPage {
  readonly items: readonly unknown[];
  readonly total: number;
  constructor({ items, total }: { items: readonly unknown[]; total: number }) {
    this.items = items;
    this.total = total;
  }
}

/** Whether the request has query parameters. Without any, a list is not paged. */
export function hasQuery(query: Query): boolean {
  return Object.values(query).some((value) => value !== undefined);
}

/**
 * Returns a list unchanged, or one page of it if the request has query parameters. A `ListPage` is already one page.
 * @returns the body and, for a page, the total number of rows for `X-Total-Count`
 * @throws ZodError for an invalid page or limit
 */
export function pageOfList(result: unknown, query: Query): { body: unknown; total?: number } {
  if (result instanceof ListPage) return { body: result.items, total: result.total };
  if (!Array.isArray(result) || !hasQuery(query)) return { body: result };
  const { page, limit } = pageNumberInput.parse({ page: query.page, limit: query.limit });
  return { body: result.slice((page - 1) * limit, page * limit), total: result.length };
}
