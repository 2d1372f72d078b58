import { createTRPCQueryUtils } from '@trpc/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { followOtherTabs } from './follow-other-tabs.ts';
import { createAppRouter } from './router.tsx';
import { createQueryClient, createTrpcClient } from './trpc.ts';

it('after a login in another tab, a page whose session had ended discards the data that it loaded before', async () => {
  const queryClient = createQueryClient();
  onTestFinished(() => queryClient.clear());
  const utils = createTRPCQueryUtils({ queryClient, client: createTrpcClient() });
  utils.payments.myPayments.setData(undefined, []);
  utils.auth.me.setData(undefined, null);
  const router = createAppRouter({ utils });
  const reload = vi.spyOn(router, 'invalidate').mockResolvedValue();
  followOtherTabs(queryClient, utils, router);
  const otherTab = new BroadcastChannel('current-user');
  onTestFinished(() => otherTab.close());
  otherTab.postMessage({ userId: '018f' });
  await expect.poll(() => reload.mock.calls).toHaveLength(1);
  expect(utils.payments.myPayments.getData()).toBeUndefined();
});
