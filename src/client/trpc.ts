import { QueryClient } from '@tanstack/react-query';
import { httpBatchLink, type OperationLink } from '@trpc/client';
import { type createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../server/router.ts';
import { noteServerTime } from '../shared/server-clock.ts';

export const trpc = createTRPCReact<AppRouter>();

/** Calls to the API from outside of components, such as from loaders. */
export type TrpcUtils = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;

/** Passed by components to functions that call the API. */
export type TrpcClient = ReturnType<typeof trpc.useUtils>['client'];

class AcademyQueryClient extends QueryClient {
  /**
   * TanStack Query repeats a request in progress only if its data has loaded before and is shown. This override repeats
   * all other affected requests in progress, too, because their responses may show the state before the change.
   */
  override invalidateQueries(...given: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...given[0], fetchStatus: 'fetching' })) {
      if (query.state.data !== undefined && query.isActive()) continue;
      void query.cancel({ silent: true });
      // Callers that wait for the data receive the error.
      query.fetch().catch(() => undefined);
    }
    return super.invalidateQueries(...given);
  }
}

/**
 * By default, data never goes stale, and nothing is refetched on focus, polled or retried. Writes invalidate data. Data
 * of the admin area is loaded again by each part that opens, because students and other admins change it.
 */
export function createQueryClient(): QueryClient {
  const client = new AcademyQueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: {
        retry: false,
        // A click while offline fails immediately with an error. It must not wait and be sent later.
        networkMode: 'always',
        // Mutations may contain passwords and codes, which must not stay in memory once their form is gone.
        gcTime: 0,
      },
    },
  });
  client.setQueryDefaults([['admin']], { staleTime: 0 });
  return client;
}

/**
 * Intercepts all calls: if the server requires the password, the interceptor prompts for it, then sends the call again.
 * `lib/step-up.ts` sets the interceptor when the first page that can show the password prompt opens.
 */
export const interceptor: { current?: OperationLink<AppRouter> } = {};

async function fetchAndNoteTime(...given: Parameters<typeof fetch>): Promise<Response> {
  const sentAt = Date.now();
  const response = await fetch(...given);
  noteServerTime(Date.parse(response.headers.get('date') ?? ''), sentAt);
  return response;
}

export function createTrpcClient() {
  // The server rejects batches of more than ten calls.
  return trpc.createClient({
    links: [
      () => (call) => (interceptor.current ? interceptor.current(call) : call.next(call.op)),
      httpBatchLink({ url: '/trpc', maxItems: 10, fetch: fetchAndNoteTime }),
    ],
  });
}
