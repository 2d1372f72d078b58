import { createTRPCQueryUtils } from '@trpc/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { createQueryClient, createTrpcClient } from '../trpc.ts';
import { removeInactive } from './remove-inactive.ts';

it('removeInactive keeps the texts of the academy, so that no page shows their defaults while it loads the edited texts', () => {
  const queryClient = createQueryClient();
  onTestFinished(() => queryClient.clear());
  const utils = createTRPCQueryUtils({ queryClient, client: createTrpcClient() });
  utils.settings.texts.setData(undefined, { heroTitle: 'Play better' });
  utils.payments.myPayments.setData(undefined, []);
  removeInactive(queryClient);
  expect(utils.settings.texts.getData()).toEqual({ heroTitle: 'Play better' });
  expect(utils.payments.myPayments.getData()).toBeUndefined();
});
