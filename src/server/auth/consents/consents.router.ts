import { acceptTextsInput, pendingTextsView } from '../../../shared/auth/consents.ts';
import { done, doneView, router, userProcedure } from '../../trpc/trpc.ts';
import { acceptTexts, listPendingTexts } from './consents.operations.ts';

export const consentsRouter = router({
  /** Legal texts that the user must accept again, because they changed. */
  pending: userProcedure.output(pendingTextsView).query(({ ctx }) => listPendingTexts(ctx.deps, ctx.actor)),

  accept: userProcedure
    .input(acceptTextsInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(acceptTexts(ctx.deps, ctx.actor, input.texts, ctx.metadata))),
});
