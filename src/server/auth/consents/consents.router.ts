import { acceptTextsInput, textVersionsView } from '../../../shared/auth/consents.ts';
import { done, doneView, publicProcedure, router, userProcedure } from '../../trpc/trpc.ts';
import { acceptTexts, listPendingTexts, listTextsInEffect } from './consents.operations.ts';

export const consentsRouter = router({
  /** The versions of the legal texts that the registration form shows. */
  inEffect: publicProcedure.output(textVersionsView).query(({ ctx }) => listTextsInEffect(ctx.deps)),

  /** Legal texts that the user must accept again, because they changed. */
  pending: userProcedure.output(textVersionsView).query(({ ctx }) => listPendingTexts(ctx.deps, ctx.actor)),

  accept: userProcedure
    .input(acceptTextsInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(acceptTexts(ctx.deps, ctx.actor, input.texts, ctx.metadata))),
});
