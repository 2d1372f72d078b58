import { z } from 'zod';
import { myPaymentView, refundRequestView, requestRefundInput } from '../../../shared/payments/refunds.ts';
import { userProcedure } from '../../trpc/trpc.ts';
import { listMyPayments } from '../ledger/ledger.operations.ts';
import { requestRefund } from './requests.operations.ts';

/** Procedures of `payments` for a user's own payments and refund requests. */
export const refundProcedures = {
  myPayments: userProcedure
    .output(z.array(myPaymentView))
    .query(({ ctx }) => listMyPayments(ctx.deps, ctx.actor)),

  requestRefund: userProcedure
    .input(requestRefundInput)
    .output(refundRequestView)
    .mutation(({ ctx, input }) => requestRefund(ctx.deps, ctx.actor, input)),
};
