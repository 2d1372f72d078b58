import { QueryClient } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { type createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../server/trpc/router.ts';

export const trpc = createTRPCReact<AppRouter>();

/** The same calls outside of components. */
export type TrpcUtils = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;

/** S1 §7: data never goes stale, no refetch on window focus, no polling, no retries; writes invalidate by hand (D-5). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}

export function createTrpcClient() {
  // The server refuses batches above ten calls (hazard M8).
  return trpc.createClient({ links: [httpBatchLink({ url: '/trpc', maxItems: 10 })] });
}
