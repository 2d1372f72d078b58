import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import type { PageState } from '../shared/page-state.ts';
import { UserOfPage } from './features/session/use-current-user.ts';
import { announceHydrated } from './lib/early-input.ts';
import type { AppRouterInstance } from './router.tsx';
import { type createTrpcClient, trpc } from './trpc.ts';

export type AppProps = {
  router: AppRouterInstance;
  queryClient: QueryClient;
  trpcClient: ReturnType<typeof createTrpcClient>;
  /** The data embedded in the page, if any. */
  state: PageState | undefined;
};

/** The tree that the browser hydrates. The server renders the same tree. */
export function App({ router, queryClient, trpcClient, state }: AppProps) {
  useEffect(announceHydrated, []);
  return (
    <StrictMode>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <UserOfPage value={state?.visitor ? null : state?.own?.user}>
            <RouterProvider router={router} />
          </UserOfPage>
        </QueryClientProvider>
      </trpc.Provider>
    </StrictMode>
  );
}
