import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { createQueryClient, createTrpcClient, trpc } from '../../client/trpc.ts';

/** Renders a part of a page without a server. After the test, it is unmounted, and the document is emptied. */
export function render(element: ReactNode): Root {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
  });
  root.render(element);
  return root;
}

/** Like `render`, for a part that loads or changes data. After the test, the cache of the queries is emptied. */
export function renderWithQueries(element: ReactNode, queryClient = createQueryClient()): Root {
  const root = render(
    <trpc.Provider client={createTrpcClient()} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>
    </trpc.Provider>,
  );
  onTestFinished(() => queryClient.clear());
  return root;
}
