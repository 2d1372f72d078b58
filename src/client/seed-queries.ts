import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { PageState } from '../shared/page-state.ts';
import { noteServerTime } from '../shared/server-clock.ts';
import { trpc } from './trpc.ts';

/**
 * The update time of embedded products, by which `useIsVisitorsView` recognizes them. Embedded products are in the
 * state that a visitor sees, even if the user is logged in and owns some of them.
 */
const asVisitor = { updatedAt: 0 };

/** Fills the query cache with the data embedded in the page, and stores the server's time. */
export function seedQueries(queryClient: QueryClient, state: PageState): void {
  queryClient.setQueryData(getQueryKey(trpc.settings.public, undefined, 'query'), state.settings);
  queryClient.setQueryData(getQueryKey(trpc.settings.texts, undefined, 'query'), state.texts ?? {});
  queryClient.setQueryData(getQueryKey(trpc.settings.logos, undefined, 'query'), state.logos ?? {});
  queryClient.setQueryData(
    getQueryKey(trpc.announcements.current, { signedIn: false }, 'query'),
    state.announcement ?? null,
  );
  if (state.legalText) {
    const { document } = state.legalText;
    queryClient.setQueryData(getQueryKey(trpc.settings.legalText, { document }, 'query'), state.legalText);
  }
  if (state.products) {
    const key = getQueryKey(trpc.shop.listProducts, undefined, 'query');
    queryClient.setQueryData(key, state.products, asVisitor);
  }
  if (state.product) {
    const key = getQueryKey(trpc.shop.getProduct, { id: String(state.product.id) }, 'query');
    queryClient.setQueryData(key, state.product, asVisitor);
  }
  if (state.own) {
    queryClient.setQueryData(getQueryKey(trpc.auth.me, undefined, 'query'), state.own.user);
    noteServerTime(state.own.now, performance.timeOrigin);
  }
  for (const { procedure, input, type = 'query', data } of state.own?.responses ?? state.responses ?? []) {
    // The same key as from `getQueryKey`, which accepts only the procedure itself, not its name.
    const details = { ...(input !== undefined && { input }), type };
    queryClient.setQueryData([procedure.split('.'), details], data);
  }
}
