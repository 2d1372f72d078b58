import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { VisitorAssumption } from './features/session/use-current-user.ts';
import { announceAlive } from './lib/early-press.ts';
import type { AppRouterInstance } from './router.tsx';
import { type createTrpcClient, trpc } from './trpc.ts';

export type AppProps = {
  router: AppRouterInstance;
  queryClient: QueryClient;
  trpcClient: ReturnType<typeof createTrpcClient>;
  /** The page was requested without a session cookie. */
  visitor: boolean;
};

/** The tree that the browser hydrates. The server renders the same tree. */
export function App({ router, queryClient, trpcClient, visitor }: AppProps) {
  useEffect(announceAlive, []);
  return (
    <StrictMode>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <VisitorAssumption value={visitor}>
            <RouterProvider router={router} />
          </VisitorAssumption>
        </QueryClientProvider>
      </trpc.Provider>
    </StrictMode>
  );
}
