import { createTRPCQueryUtils } from '@trpc/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { createQueryClient, createTrpcClient } from '../trpc.ts';
import { forgetLeftPages } from './forget-left-pages.ts';

it('the texts of the academy stay, so that a page does not show the original ones until they are loaded again', () => {
  const queryClient = createQueryClient();
  onTestFinished(() => queryClient.clear());
  const utils = createTRPCQueryUtils({ queryClient, client: createTrpcClient() });
  utils.settings.texts.setData(undefined, { heroTitle: 'Play better' });
  utils.payments.myPayments.setData(undefined, []);
  forgetLeftPages(queryClient);
  expect(utils.settings.texts.getData()).toEqual({ heroTitle: 'Play better' });
  expect(utils.payments.myPayments.getData()).toBeUndefined();
});
