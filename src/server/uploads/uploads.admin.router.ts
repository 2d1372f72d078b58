import { z } from 'zod';
import {
  completedMultipartView,
  completeMultipartInput,
  createMultipartInput,
  multipartIdInput,
  multipartUploadView,
  signedPartView,
  signPartInput,
  storedPartView,
} from '../../shared/shop/multipart.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import {
  abortMultipart,
  completeMultipart,
  createMultipart,
  listParts,
  signPart,
} from './multipart.operations.ts';

/** Multipart uploads of videos. Smaller files, of any kind, use a single PUT, whose URL is from `kyc.requestUpload`. */
export const uploadsAdminRouter = router({
  createMultipart: adminProcedure
    .input(createMultipartInput)
    .output(multipartUploadView)
    .mutation(({ ctx, input }) => createMultipart(ctx.deps, ctx.actor, input)),

  signPart: adminProcedure
    .input(signPartInput)
    .output(signedPartView)
    .mutation(({ ctx, input }) => signPart(ctx.deps, ctx.actor, input)),

  listParts: adminProcedure
    .input(multipartIdInput)
    .output(z.array(storedPartView))
    .query(({ ctx, input }) => listParts(ctx.deps, ctx.actor, input.uploadId)),

  completeMultipart: adminProcedure
    .input(completeMultipartInput)
    .output(completedMultipartView)
    .mutation(({ ctx, input }) => completeMultipart(ctx.deps, ctx.actor, input)),

  abortMultipart: adminProcedure
    .input(multipartIdInput)
    .mutation(({ ctx, input }) => abortMultipart(ctx.deps, ctx.actor, input.uploadId)),
});
