import { z } from 'zod';
import {
  kycApplicationInput,
  kycApplicationView,
  ownDocumentView,
  ownKycApplicationView,
  secureDocumentInput,
  securedDocumentView,
  uploadGrantView,
  uploadRequestInput,
} from '../../shared/kyc/kyc.ts';
import {
  kycAnswerInput,
  kycLastDetailsView,
  kycRequestView,
  reuseSideInput,
} from '../../shared/kyc/kyc-answer.ts';
import { kycAppealInput } from '../../shared/kyc/kyc-review.ts';
import type { Uploader } from '../actor.ts';
import type { Context } from '../trpc/context.ts';
import { publicProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { requestUpload, secureDocument } from '../uploads/uploads.operations.ts';
import { answerRequest, findLastDetails, findOwnRequest, reuseSide } from './answer.operations.ts';
import { listOwnApplications, submitApplication } from './kyc.operations.ts';
import { listOwnDocuments } from './own-documents.operations.ts';
import { appealDecision } from './review.operations.ts';

function uploaderOf(ctx: Context): Uploader {
  return { actor: ctx.actor, ticket: ctx.cookie.ticket() };
}

export const kycRouter = router({
  /**
   * POST /api/objects/upload. For files of every purpose, not only identity documents. Also for visitors: their cookie
   * gets a random ticket, which proves later that the upload is theirs.
   */
  requestUpload: publicProcedure
    .input(uploadRequestInput)
    .output(uploadGrantView)
    .mutation(async ({ ctx, input }) => {
      const { grant, ticket } = await requestUpload(ctx.deps, uploaderOf(ctx), input, ctx.metadata);
      if (ticket !== null) ctx.cookie.setTicket(ticket);
      return grant;
    }),

  /** PUT /api/kyc/document. Inspects a file that was sent to the upload URL, and stores it. */
  secureDocument: publicProcedure
    .input(secureDocumentInput)
    .output(securedDocumentView)
    .mutation(({ ctx, input }) => secureDocument(ctx.deps, uploaderOf(ctx), input.documentImageUrl)),

  submitApplication: userProcedure
    .input(kycApplicationInput)
    .output(kycApplicationView)
    .mutation(({ ctx, input }) =>
      submitApplication(ctx.deps, ctx.actor, input, uploaderOf(ctx), ctx.metadata),
    ),

  /** What the applicant must provide for an application that was sent back; null if nothing is requested. */
  openRequest: userProcedure
    .output(kycRequestView.nullable())
    .query(({ ctx }) => findOwnRequest(ctx.deps, ctx.actor)),

  /** The previous input, for the new application; null unless the user was rejected and may apply again. */
  lastDetails: userProcedure
    .output(kycLastDetailsView.nullable())
    .query(({ ctx }) => findLastDetails(ctx.deps, ctx.actor)),

  /** Copies an image of the rejected application for the next one. */
  reuseSide: userProcedure
    .input(reuseSideInput)
    .output(securedDocumentView)
    .mutation(({ ctx, input }) => reuseSide(ctx.deps, ctx.actor, input.side)),

  answerRequest: userProcedure
    .input(kycAnswerInput)
    .output(kycApplicationView)
    .mutation(({ ctx, input }) => answerRequest(ctx.deps, ctx.actor, input, uploaderOf(ctx), ctx.metadata)),

  appeal: userProcedure
    .input(kycAppealInput)
    .output(kycApplicationView)
    .mutation(({ ctx, input }) => appealDecision(ctx.deps, ctx.actor, input, ctx.metadata)),

  myApplications: userProcedure
    .output(z.array(ownKycApplicationView))
    .query(({ ctx }) => listOwnApplications(ctx.deps, ctx.actor)),

  /** Documents that the caller may open. Empty if the academy does not let students see them. */
  myDocuments: userProcedure
    .output(z.array(ownDocumentView))
    .query(({ ctx }) => listOwnDocuments(ctx.deps, ctx.actor)),
});
