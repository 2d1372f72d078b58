import { z } from 'zod';
import { saveTextsInput, siteTextView, textsInput } from '../../../shared/site-texts/site-texts.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { listTexts, saveTexts } from './texts.operations.ts';

export const textsAdminRouter = router({
  list: adminProcedure
    .input(textsInput)
    .output(z.array(siteTextView))
    .query(({ ctx, input }) => listTexts(ctx.deps, ctx.actor, input.keys)),

  save: adminProcedure
    .input(saveTextsInput)
    .output(z.array(siteTextView))
    .mutation(({ ctx, input }) => saveTexts(ctx.deps, ctx.actor, input, ctx.metadata)),
});
