import { z } from 'zod';
import { adminUserView, analyticsView, recentUserView, userIdInput } from '../../shared/admin/admin.ts';
import { auditFilter, auditPageView } from '../../shared/admin/audit.ts';
import {
  adminKycApplicationView,
  documentNumbersView,
  kycCaseView,
  kycStatusInput,
} from '../../shared/kyc/kyc.ts';
import {
  caseIdInput,
  kycCaseInput,
  kycQueueInput,
  kycQueueView,
  undoDecisionInput,
} from '../../shared/kyc/kyc-review.ts';
import {
  applicationPageInput,
  applicationPageView,
  purchaseListInput,
  purchaseListView,
} from '../../shared/list-pages.ts';
import { adminPurchaseView } from '../../shared/payments/payments.ts';
import { purchasePageView, searchPurchasesInput } from '../../shared/payments/purchase-list.ts';
import { replayEventInput, webhookEventView, webhooksView } from '../../shared/payments/webhooks.ts';
import { planSlotIdInput, planSlotInput, planSlotView } from '../../shared/shop/coaching-pdfs.ts';
import {
  adminProductView,
  createProductInput,
  productFileVersionView,
  productIdSchema,
  restoreFileInput,
  updateProductInput,
} from '../../shared/shop/products.ts';
import { listAudit } from '../audit/audit-list.operations.ts';
import { setApplicationStatus, undoDecision } from '../kyc/decisions.operations.ts';
import { findApplicationPage, listApplications } from '../kyc/kyc.operations.ts';
import { showDocumentNumbers } from '../kyc/number-access.operations.ts';
import { claimApplication, getCase, listQueue, releaseApplication } from '../kyc/review.operations.ts';
import { clearPlanFile, listPlanSlots, savePlanSlot } from '../learning/plan-slots.operations.ts';
import { listPurchases } from '../payments/checkout/purchases.operations.ts';
import { findPurchasePart, searchPurchases } from '../payments/ledger/purchase-list.operations.ts';
import { promotionAdminProcedures } from '../payments/promotions/promotions.router.ts';
import { getWebhooks, replayEvent } from '../payments/webhooks/webhook-inbox.operations.ts';
import { listProductFiles, restoreProductFile } from '../shop/product-versions.operations.ts';
import {
  createProduct,
  deleteProduct,
  listProductsForAdmin,
  restoreProduct,
  updateProduct,
} from '../shop/products-admin.operations.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { getAnalytics, getUser, listRecentUsers } from './admin.operations.ts';

export const adminRouter = router({
  ...promotionAdminProcedures,

  analytics: adminProcedure.output(analyticsView).query(({ ctx }) => getAnalytics(ctx.deps, ctx.actor)),

  recentUsers: adminProcedure
    .output(z.array(recentUserView))
    .query(({ ctx }) => listRecentUsers(ctx.deps, ctx.actor)),

  user: adminProcedure
    .input(userIdInput)
    .output(adminUserView)
    .query(({ ctx, input }) => getUser(ctx.deps, ctx.actor, input.id, ctx.origin)),

  listApplications: adminProcedure
    .input(z.object({ userId: z.uuid('Unknown user').optional() }).optional())
    .output(z.array(adminKycApplicationView))
    .query(({ ctx, input }) => listApplications(ctx.deps, ctx.actor, input ?? {}, ctx.origin)),

  applicationPage: adminProcedure
    .input(applicationPageInput)
    .output(applicationPageView)
    .query(({ ctx, input }) => findApplicationPage(ctx.deps, ctx.actor, input, ctx.origin)),

  setApplicationStatus: adminProcedure
    .input(kycStatusInput)
    .output(adminKycApplicationView)
    .mutation(({ ctx, input }) => setApplicationStatus(ctx.deps, ctx.actor, input, ctx.origin)),

  undoDecision: adminProcedure
    .input(undoDecisionInput)
    .output(adminKycApplicationView)
    .mutation(({ ctx, input }) => undoDecision(ctx.deps, ctx.actor, input, ctx.origin)),

  kycQueue: adminProcedure
    .input(kycQueueInput)
    .output(kycQueueView)
    .query(({ ctx, input }) => listQueue(ctx.deps, ctx.actor, input, ctx.origin)),

  kycCase: adminProcedure
    .input(kycCaseInput)
    .output(kycCaseView)
    .query(({ ctx, input }) => getCase(ctx.deps, ctx.actor, input, ctx.origin)),

  documentNumbers: adminProcedure
    .input(caseIdInput)
    .output(documentNumbersView)
    .query(({ ctx, input }) => showDocumentNumbers(ctx.deps, ctx.actor, input.id, ctx.origin)),

  claimApplication: adminProcedure
    .input(caseIdInput)
    .output(kycCaseView)
    .mutation(({ ctx, input }) => claimApplication(ctx.deps, ctx.actor, input.id, ctx.origin)),

  releaseApplication: adminProcedure
    .input(caseIdInput)
    .output(kycCaseView)
    .mutation(({ ctx, input }) => releaseApplication(ctx.deps, ctx.actor, input.id, ctx.origin)),

  searchPurchases: adminProcedure
    .input(searchPurchasesInput)
    .output(purchasePageView)
    .query(({ ctx, input }) => searchPurchases(ctx.deps, ctx.actor, input)),

  listPurchases: adminProcedure
    .output(z.array(adminPurchaseView))
    .query(({ ctx }) => listPurchases(ctx.deps, ctx.actor)),

  purchasePart: adminProcedure
    .input(purchaseListInput)
    .output(purchaseListView)
    .query(({ ctx, input }) => findPurchasePart(ctx.deps, ctx.actor, input)),

  listProducts: adminProcedure
    .output(z.array(adminProductView))
    .query(({ ctx }) => listProductsForAdmin(ctx.deps, ctx.actor)),

  listArchivedProducts: adminProcedure
    .output(z.array(adminProductView))
    .query(({ ctx }) => listProductsForAdmin(ctx.deps, ctx.actor, { archived: true })),

  restoreProduct: adminProcedure
    .input(z.object({ id: productIdSchema }))
    .output(adminProductView)
    .mutation(({ ctx, input }) => restoreProduct(ctx.deps, ctx.actor, input.id, ctx.origin)),

  createProduct: adminProcedure
    .input(createProductInput)
    .output(adminProductView)
    .mutation(({ ctx, input }) => createProduct(ctx.deps, ctx.actor, input, ctx.origin)),

  updateProduct: adminProcedure
    .input(updateProductInput)
    .output(adminProductView)
    .mutation(({ ctx, input }) => updateProduct(ctx.deps, ctx.actor, input, ctx.origin)),

  deleteProduct: adminProcedure
    .input(z.object({ id: productIdSchema }))
    .mutation(({ ctx, input }) => deleteProduct(ctx.deps, ctx.actor, input.id, ctx.origin)),

  productFiles: adminProcedure
    .input(z.object({ id: productIdSchema }))
    .output(z.array(productFileVersionView))
    .query(({ ctx, input }) => listProductFiles(ctx.deps, ctx.actor, input.id)),

  restoreProductFile: adminProcedure
    .input(restoreFileInput)
    .output(z.array(productFileVersionView))
    .mutation(({ ctx, input }) => restoreProductFile(ctx.deps, ctx.actor, input, ctx.origin)),

  listPlanSlots: adminProcedure
    .output(z.array(planSlotView))
    .query(({ ctx }) => listPlanSlots(ctx.deps, ctx.actor)),

  savePlanSlot: adminProcedure
    .input(planSlotInput)
    .output(planSlotView)
    .mutation(({ ctx, input }) => savePlanSlot(ctx.deps, ctx.actor, input, ctx.origin)),

  clearPlanFile: adminProcedure
    .input(planSlotIdInput)
    .output(planSlotView)
    .mutation(({ ctx, input }) => clearPlanFile(ctx.deps, ctx.actor, input.pdfNumber, ctx.origin)),

  webhooks: adminProcedure.output(webhooksView).query(({ ctx }) => getWebhooks(ctx.deps, ctx.actor)),

  replayEvent: adminProcedure
    .input(replayEventInput)
    .output(webhookEventView)
    .mutation(({ ctx, input }) => replayEvent(ctx.deps, ctx.actor, input.eventId, ctx.origin)),

  listAudit: adminProcedure
    .input(auditFilter)
    .output(auditPageView)
    .query(({ ctx, input }) => listAudit(ctx.deps, ctx.actor, input)),
});
