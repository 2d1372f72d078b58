import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { PageState } from '../shared/page-state.ts';
import { trpc } from './trpc.ts';

/** Makes what came with the page the answers of the queries that would ask for it. */
export function seedQueries(queryClient: QueryClient, state: PageState): void {
  queryClient.setQueryData(getQueryKey(trpc.settings.public, undefined, 'query'), state.settings);
  if (state.products) {
    queryClient.setQueryData(getQueryKey(trpc.shop.listProducts, undefined, 'query'), state.products);
  }
}
