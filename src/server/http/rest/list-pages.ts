import { pageInput } from '../../../shared/list-pages.ts';

type Query = Record<string, string | undefined>;

/** A part of a list that is too long to be read as a whole, and of how many rows it is a part. */
export class ListPage {
  readonly items: readonly unknown[];
  readonly total: number;
  constructor({ items, total }: { items: readonly unknown[]; total: number }) {
    this.items = items;
    this.total = total;
  }
}

/** Whether anything was asked of a list; without, it answers whole. */
export function asksForPart(query: Query): boolean {
  return Object.values(query).some((value) => value !== undefined);
}

/**
 * What a REST call answers: a list is a bare array, and `page` and `limit` cut a part out of it.
 * @returns the body, and for a part the rows of the whole, for `X-Total-Count`
 * @throws ZodError for a page or a limit that is none
 */
export function partOfList(result: unknown, query: Query): { body: unknown; total?: number } {
  if (result instanceof ListPage) return { body: result.items, total: result.total };
  if (!Array.isArray(result) || !asksForPart(query)) return { body: result };
  const { page, limit } = pageInput.parse({ page: query.page, limit: query.limit });
  return { body: result.slice((page - 1) * limit, page * limit), total: result.length };
}
