import { legalTextView, publishLegalTextInput } from '../../../shared/site-texts/legal-texts.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { publishLegalText } from './legal-texts.operations.ts';

export const legalTextsAdminRouter = router({
  publish: adminProcedure
    .input(publishLegalTextInput)
    .output(legalTextView)
    .mutation(({ ctx, input }) => publishLegalText(ctx.deps, ctx.actor, input, ctx.metadata)),
});
