import { useEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithQueries } from '../../../../testing/screen/render.tsx';
import { UserOfPage } from '../../session/use-current-user.ts';
import { useSavedPage } from './use-saved-page.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pageCount = 20;
const storedPage = 1;

function Reader() {
  const [page, setPage] = useState(storedPage);
  useSavedPage({ kind: 'plan', id: 3 }, page, pageCount, storedPage);
  useEffect(() => setPage(7), []);
  return `Page ${page}`;
}

it('closing the tab saves the current page immediately, in a request that outlives the tab', async () => {
  const sent: { url: string; init: RequestInit | undefined }[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    sent.push({ url, init });
    return Response.json({ result: {} });
  });
  renderWithQueries(
    <UserOfPage value={null}>
      <Reader />
    </UserOfPage>,
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
});
