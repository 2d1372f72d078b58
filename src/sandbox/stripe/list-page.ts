import { StripeApiError } from './api-error.ts';
import type { ParamReader, Range } from './params.ts';

export type ListPage<Item> = { object: 'list'; data: Item[]; has_more: boolean; url: string };

/** Whether `value` (seconds) is within the bounds; true without bounds. */
export function isInRange(value: number, range: Range | undefined): boolean {
  if (!range) return true;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return value > gt && value >= gte && value < lt && value <= lte;
}

/**
 * One page of `newestFirst`, by `limit` (1 to 100, default 10), `starting_after` and `ending_before`.
 * @throws StripeApiError 400 for a limit out of bounds or a cursor that is not in the list.
 */
export function listPage<Item extends { id: string }>(
  newestFirst: readonly Item[],
  params: ParamReader,
  url: string,
): ListPage<Item> {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw new StripeApiError(400, 'Invalid integer: limit must be between 1 and 100', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  if (after !== undefined && before !== undefined) {
    throw new StripeApiError(400, 'You may only specify one of: starting_after, ending_before.', {
      code: 'parameter_invalid_string',
      param: 'ending_before',
    });
  }
  if (before !== undefined) {
    const end = indexOfCursor(newestFirst, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : indexOfCursor(newestFirst, after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + data.length < newestFirst.length, url };
}

function indexOfCursor(items: readonly { id: string }[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index >= 0) return index;
  throw new StripeApiError(400, `No such object: '${id}'`, { code: 'resource_missing', param });
}
