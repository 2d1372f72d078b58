import { z } from 'zod';
import { adminTaskView, decideTaskInput } from '../../shared/admin/admin-tasks.ts';
import { purchaseListInput, purchaseListView } from '../../shared/list-pages.ts';
import { paymentDetailsView } from '../../shared/payments/payment-details.ts';
import { paymentListView, searchPaymentsInput } from '../../shared/payments/payment-list.ts';
import { adminPurchaseView } from '../../shared/payments/payments.ts';
import {
  adminPaymentView,
  adminRefundInput,
  declineRefundInput,
  deliverOnHoldInput,
  disputeIdInput,
  disputesInput,
  disputesView,
  evidencePackView,
  paymentIdInput,
  purchasesOnHoldInput,
  purchasesOnHoldView,
  refundRequestsInput,
  refundRequestsView,
  sendEvidenceInput,
} from '../../shared/payments/refunds.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { deliverPurchaseOnHold, listPurchasesOnHold } from './checkout/purchases-on-hold.operations.ts';
import { getPayment } from './ledger/ledger.operations.ts';
import { getPaymentDetails } from './ledger/payment-details.operations.ts';
import { searchPayments } from './ledger/payment-list.operations.ts';
import { listPurchases, searchPurchases } from './ledger/purchase-list.operations.ts';
import { decideTask, listTasks } from './refunds/admin-tasks.operations.ts';
import { downloadEvidence, listDisputes, sendEvidence } from './refunds/disputes.operations.ts';
import { refundPayment, rereadPayment } from './refunds/refunds.operations.ts';
import { declineRefundRequest, listRefundRequests } from './refunds/requests.operations.ts';

export const paymentsAdminRouter = router({
  search: adminProcedure
    .input(searchPaymentsInput)
    .output(paymentListView)
    .query(({ ctx, input }) => searchPayments(ctx.deps, ctx.actor, input)),

  get: adminProcedure
    .input(paymentIdInput)
    .output(adminPaymentView)
    .query(({ ctx, input }) => getPayment(ctx.deps, ctx.actor, input.paymentId)),

  page: adminProcedure
    .input(paymentIdInput)
    .output(paymentDetailsView)
    .query(({ ctx, input }) => getPaymentDetails(ctx.deps, ctx.actor, input.paymentId)),

  refund: adminProcedure
    .input(adminRefundInput)
    .output(adminPaymentView)
    .mutation(({ ctx, input }) => refundPayment(ctx.deps, ctx.actor, input, ctx.metadata)),

  reread: adminProcedure
    .input(paymentIdInput)
    .output(adminPaymentView)
    .mutation(({ ctx, input }) => rereadPayment(ctx.deps, ctx.actor, input.paymentId)),

  refundRequests: adminProcedure
    .input(refundRequestsInput)
    .output(refundRequestsView)
    .query(({ ctx, input }) => listRefundRequests(ctx.deps, ctx.actor, input)),

  declineRefund: adminProcedure
    .input(declineRefundInput)
    .mutation(({ ctx, input }) => declineRefundRequest(ctx.deps, ctx.actor, input, ctx.metadata)),

  tasks: adminProcedure.output(z.array(adminTaskView)).query(({ ctx }) => listTasks(ctx.deps, ctx.actor)),

  decideTask: adminProcedure
    .input(decideTaskInput)
    .mutation(({ ctx, input }) => decideTask(ctx.deps, ctx.actor, input, ctx.metadata)),

  purchasesOnHold: adminProcedure
    .input(purchasesOnHoldInput)
    .output(purchasesOnHoldView)
    .query(({ ctx, input }) => listPurchasesOnHold(ctx.deps, ctx.actor, input)),

  deliverOnHold: adminProcedure
    .input(deliverOnHoldInput)
    .mutation(({ ctx, input }) => deliverPurchaseOnHold(ctx.deps, ctx.actor, input, ctx.metadata)),

  disputes: adminProcedure
    .input(disputesInput)
    .output(disputesView)
    .query(({ ctx, input }) => listDisputes(ctx.deps, ctx.actor, input.cursor)),

  disputeEvidence: adminProcedure
    .input(disputeIdInput)
    .output(evidencePackView)
    .mutation(({ ctx, input }) => downloadEvidence(ctx.deps, ctx.actor, input.disputeId, ctx.metadata)),

  sendEvidence: adminProcedure
    .input(sendEvidenceInput)
    .output(adminPaymentView)
    .mutation(({ ctx, input }) => sendEvidence(ctx.deps, ctx.actor, input, ctx.metadata)),

  /** For REST only: the admin area uses `search`, which lists purchases and membership payments together. */
  allPurchases: adminProcedure
    .output(z.array(adminPurchaseView))
    .query(({ ctx }) => listPurchases(ctx.deps, ctx.actor)),

  /** For REST only, like `allPurchases`. */
  searchPurchases: adminProcedure
    .input(purchaseListInput)
    .output(purchaseListView)
    .query(({ ctx, input }) => searchPurchases(ctx.deps, ctx.actor, input)),
});
