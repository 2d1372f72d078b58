import { z } from 'zod';
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
import { applicationPageInput, applicationPageView } from '../../shared/list-pages.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { findApplicationPage, listApplications } from './kyc.operations.ts';
import { showDocumentNumbers } from './number-access.operations.ts';
import { claimApplication, getCase, listQueue, releaseApplication } from './queue.operations.ts';
import { decideApplication, undoDecision } from './review.operations.ts';

export const kycAdminRouter = router({
  all: adminProcedure
    .input(z.object({ userId: z.uuid('Unknown user').optional() }).optional())
    .output(z.array(adminKycApplicationView))
    .query(({ ctx, input }) => listApplications(ctx.deps, ctx.actor, input ?? {}, ctx.metadata)),

  page: adminProcedure
    .input(applicationPageInput)
    .output(applicationPageView)
    .query(({ ctx, input }) => findApplicationPage(ctx.deps, ctx.actor, input, ctx.metadata)),

  setStatus: adminProcedure
    .input(kycStatusInput)
    .output(adminKycApplicationView)
    .mutation(({ ctx, input }) => decideApplication(ctx.deps, ctx.actor, input, ctx.metadata)),

  undoDecision: adminProcedure
    .input(undoDecisionInput)
    .output(adminKycApplicationView)
    .mutation(({ ctx, input }) => undoDecision(ctx.deps, ctx.actor, input, ctx.metadata)),

  queue: adminProcedure
    .input(kycQueueInput)
    .output(kycQueueView)
    .query(({ ctx, input }) => listQueue(ctx.deps, ctx.actor, input, ctx.metadata)),

  get: adminProcedure
    .input(kycCaseInput)
    .output(kycCaseView)
    .query(({ ctx, input }) => getCase(ctx.deps, ctx.actor, input, ctx.metadata)),

  documentNumbers: adminProcedure
    .input(caseIdInput)
    .output(documentNumbersView)
    .query(({ ctx, input }) => showDocumentNumbers(ctx.deps, ctx.actor, input.id, ctx.metadata)),

  claim: adminProcedure
    .input(caseIdInput)
    .output(kycCaseView)
    .mutation(({ ctx, input }) => claimApplication(ctx.deps, ctx.actor, input.id, ctx.metadata)),

  release: adminProcedure
    .input(caseIdInput)
    .output(kycCaseView)
    .mutation(({ ctx, input }) => releaseApplication(ctx.deps, ctx.actor, input.id, ctx.metadata)),
});
