import { StripeApiError } from './api-error.ts';
import type { Handler } from './context.ts';
import type { ParamReader } from './params.ts';
import type { Tables } from './records.ts';

type Listed = { id: string; created: number };

function readRange(params: ParamReader): (item: Listed) => boolean {
  const bounds = params.object('created');
  const from = bounds?.integer('gte') ?? 0;
  const until = bounds?.integer('lt') ?? Infinity;
  return ({ created }) => created >= from && created < until;
}

/**
 * One page of the items, newest first. Filters by the parameter `created` and by each parameter named in `filters` that
 * was sent. The page has at most `limit` items (1 to 100, default 10) and begins after the item with the id
 * `starting_after`.
 * @throws StripeApiError 400 for a limit out of bounds, a cursor that is not in the list, or an unknown parameter
 */
export function listPage<Item extends Listed>(
  oldestFirst: readonly Item[],
  params: ParamReader,
  filters: readonly (keyof Item & string)[] = [],
): { object: 'list'; data: Item[]; has_more: boolean } {
  let matching = oldestFirst.filter(readRange(params)).reverse();
  for (const name of filters) {
    const value = params.text(name);
    if (value !== undefined) matching = matching.filter((item) => String(item[name]) === value);
  }
  const limit = params.integer('limit', 1) ?? 10;
  const after = params.text('starting_after');
  params.rejectUnread();
  if (limit > 100) {
    throw new StripeApiError(400, 'Invalid integer: limit must be between 1 and 100', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  const start = after === undefined ? 0 : matching.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    throw new StripeApiError(400, `No such object: '${after}'`, { param: 'starting_after' });
  }
  const data = matching.slice(start, start + limit);
  return { object: 'list', data, has_more: start + data.length < matching.length };
}

type ListedTable =
  | 'charges'
  | 'disputes'
  | 'earlyFraudWarnings'
  | 'invoicePayments'
  | 'paymentMethods'
  | 'refunds';

/** The endpoint that lists a table. */
export function list<Table extends ListedTable>(
  table: Table,
  filters: readonly (keyof Tables[Table] & string)[] = [],
): Handler {
  return ({ store }, params) => listPage(store.values(table), params, filters);
}
