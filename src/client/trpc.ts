import { QueryClient } from '@tanstack/react-query';
import { httpBatchLink, type OperationLink } from '@trpc/client';
import { type createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../server/router.ts';

export const trpc = createTRPCReact<AppRouter>();

/** The same calls outside of components. */
export type TrpcUtils = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;

/** Data never goes stale, no refetch on window focus, no polling, no retries; writes invalidate explicitly. */
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
        // A click while offline fails at once with its error text; it must not wait and be sent unexpectedly.
        networkMode: 'always',
        // Passwords and codes are sent this way: they do not stay in memory once their form is gone.
        gcTime: 0,
      },
    },
  });
}

/** Interceptor of each call, once a page has loaded it: see `lib/step-up.ts`. */
export const lateLink: { current?: OperationLink<AppRouter> } = {};

export function createTrpcClient() {
  // The server rejects batches above ten calls.
  return trpc.createClient({
    links: [
      () => (call) => (lateLink.current ? lateLink.current(call) : call.next(call.op)),
      httpBatchLink({ url: '/trpc', maxItems: 10 }),
    ],
  });
}
