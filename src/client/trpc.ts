import { QueryClient } from '@tanstack/react-query';
import { httpBatchLink, type OperationLink } from '@trpc/client';
import { type createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../server/router.ts';

export const trpc = createTRPCReact<AppRouter>();

/** The same calls outside of components. */
export type TrpcUtils = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;

/** Data never goes stale, no refetch on window focus, no polling, no retries; writes invalidate by hand. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: {
        retry: false,
        // A click while offline fails at once with its error text; it must not wait and be sent when nobody expects it.
        networkMode: 'always',
        // Passwords and codes are sent this way: nothing of them waits in memory once their form is gone.
        gcTime: 0,
      },
    },
  });
}

/** What stands in the way of each call, once a page has brought it along: see `lib/step-up.ts`. */
export const lateLink: { current?: OperationLink<AppRouter> } = {};

export function createTrpcClient() {
  // The server refuses batches above ten calls.
  return trpc.createClient({
    links: [
      () => (call) => (lateLink.current ? lateLink.current(call) : call.next(call.op)),
      httpBatchLink({ url: '/trpc', maxItems: 10 }),
    ],
  });
}
