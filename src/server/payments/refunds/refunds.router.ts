import { z } from 'zod';
import { adminTaskView, settleTaskInput } from '../../../shared/admin/admin-tasks.ts';
import {
  adminPaymentsInput,
  adminPaymentsView,
  adminPaymentView,
  adminRefundInput,
  adminRefundRequestView,
  declineRefundInput,
  disputeIdInput,
  disputeView,
  evidencePackView,
  myPaymentView,
  paymentIdInput,
  refundRequestView,
  requestRefundInput,
} from '../../../shared/payments/refunds.ts';
import { adminProcedure, userProcedure } from '../../trpc/trpc.ts';
import { getPayment, listMyPayments, listPayments } from '../ledger/ledger.operations.ts';
import { decideTask, listTasks } from './admin-tasks.operations.ts';
import { downloadEvidence, listDisputes } from './disputes.operations.ts';
import { refundPayment, rereadPayment } from './refunds.operations.ts';
import { declineRefundRequest, listRefundRequests, requestRefund } from './requests.operations.ts';

/** The part of `payments` that is about the ledger, refunds and disputes. */
export const refundProcedures = {
  myPayments: userProcedure
    .output(z.array(myPaymentView))
    .query(({ ctx }) => listMyPayments(ctx.deps, ctx.actor)),

  requestRefund: userProcedure
    .input(requestRefundInput)
    .output(refundRequestView)
    .mutation(({ ctx, input }) => requestRefund(ctx.deps, ctx.actor, input)),

  adminPayments: adminProcedure
    .input(adminPaymentsInput)
    .output(adminPaymentsView)
    .query(({ ctx, input }) => listPayments(ctx.deps, ctx.actor, input)),

  adminPayment: adminProcedure
    .input(paymentIdInput)
    .output(adminPaymentView)
    .query(({ ctx, input }) => getPayment(ctx.deps, ctx.actor, input.paymentId)),

  adminRefund: adminProcedure
    .input(adminRefundInput)
    .output(adminPaymentView)
    .mutation(({ ctx, input }) => refundPayment(ctx.deps, ctx.actor, input, ctx.origin)),

  adminRereadPayment: adminProcedure
    .input(paymentIdInput)
    .output(adminPaymentView)
    .mutation(({ ctx, input }) => rereadPayment(ctx.deps, ctx.actor, input.paymentId)),

  adminRefundRequests: adminProcedure
    .output(z.array(adminRefundRequestView))
    .query(({ ctx }) => listRefundRequests(ctx.deps, ctx.actor)),

  adminDeclineRefund: adminProcedure
    .input(declineRefundInput)
    .mutation(({ ctx, input }) => declineRefundRequest(ctx.deps, ctx.actor, input, ctx.origin)),

  adminTasks: adminProcedure
    .output(z.array(adminTaskView))
    .query(({ ctx }) => listTasks(ctx.deps, ctx.actor)),

  adminDecideTask: adminProcedure
    .input(settleTaskInput)
    .mutation(({ ctx, input }) => decideTask(ctx.deps, ctx.actor, input, ctx.origin)),

  adminDisputes: adminProcedure
    .output(z.array(disputeView))
    .query(({ ctx }) => listDisputes(ctx.deps, ctx.actor)),

  adminDisputeEvidence: adminProcedure
    .input(disputeIdInput)
    .output(evidencePackView)
    .mutation(({ ctx, input }) => downloadEvidence(ctx.deps, ctx.actor, input.disputeId, ctx.origin)),
};
