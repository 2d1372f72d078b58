import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient, createTrpcClient, trpc } from '../../../trpc.ts';
import { UserOfPage } from '../../session/use-current-user.ts';
import { useSavedPage } from './use-saved-page.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const pageCount = 20;
const storedPage = 1;

function Reader() {
  const [page, setPage] = useState(storedPage);
  useSavedPage({ kind: 'plan', id: 3 }, page, pageCount, storedPage);
  useEffect(() => setPage(7), []);
  return `Page ${page}`;
}

it('closing the tab saves the page at once, in a request that outlives the tab', async () => {
  const sent: { url: string; init: RequestInit | undefined }[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    sent.push({ url, init });
    return Response.json({ result: {} });
  });
  const queryClient = createQueryClient();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <trpc.Provider client={createTrpcClient()} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <UserOfPage value={null}>
          <Reader />
        </UserOfPage>
      </QueryClientProvider>
    </trpc.Provider>,
  );
  await expect.poll(() => document.body).toHaveTextContent('Page 7');
  // The browser runs no timers of a closed tab.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  window.dispatchEvent(new Event('pagehide'));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  const [save] = sent.filter(({ url }) => url.includes('saveReadingPage'));
  expect(save?.init).toMatchObject({ method: 'POST', keepalive: true });
  expect(JSON.parse(String(save?.init?.body))).toEqual({
    resource: { kind: 'plan', id: 3 },
    page: 7,
    pageCount,
  });
  vi.useRealTimers();
  root.unmount();
  queryClient.clear();
});
