import { QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { dayMs } from '../shared/durations.ts';
import { serverNow } from '../shared/server-clock.ts';
import { createQueryClient, createTrpcClient } from './trpc.ts';

/** A query that reads `stored` immediately. Its first response waits for `sendResponse`. */
function openQuery() {
  const client = createQueryClient();
  const firstResponse = Promise.withResolvers<void>();
  const stored = { value: 'before' };
  let requests = 0;
  const query = {
    queryKey: ['stored'],
    queryFn: async () => {
      const { value } = stored;
      requests += 1;
      if (requests === 1) await firstResponse.promise;
      return value;
    },
  };
  onTestFinished(() => client.clear());
  return { client, stored, query, sendResponse: firstResponse.resolve };
}

it('data that changes while a component loads it for the first time is loaded again', async () => {
  const { client, stored, query, sendResponse } = openQuery();
  const observer = new QueryObserver(client, query);
  onTestFinished(observer.subscribe(() => undefined));
  stored.value = 'after';
  const invalidated = client.invalidateQueries();
  sendResponse();
  await invalidated;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isFetching: false });
});

it.each(['for the first time', 'again'])(
  'if data changes while a loader loads the data %s, the loader gets the changed data',
  async (which) => {
    const { client, stored, query, sendResponse } = openQuery();
    if (which === 'again') client.setQueryData(query.queryKey, 'earlier');
    const loaded = client.fetchQuery({ ...query, staleTime: 0 });
    stored.value = 'after';
    await client.invalidateQueries();
    sendResponse();
    expect(await loaded).toBe('after');
  },
);

it('if the device sleeps during a request, `serverNow` ignores the outdated date in the response', async () => {
  const sentAt = Date.now();
  vi.useFakeTimers({ now: sentAt, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('fetch', async () => {
    vi.setSystemTime(sentAt + dayMs);
    const headers = { date: new Date(sentAt).toUTCString() };
    return Response.json([{ result: { data: null } }], { headers });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await createTrpcClient().auth.me.query();
  expect(serverNow()).toBe(sentAt + dayMs);
});
