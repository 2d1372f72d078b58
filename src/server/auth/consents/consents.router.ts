import { z } from 'zod';
import {
  acceptTextsInput,
  legalNoticeInput,
  legalNoticesView,
  pendingTextsView,
} from '../../../shared/auth/consents.ts';
import { adminProcedure, router, userProcedure } from '../../trpc/trpc.ts';
import { acceptTexts, listPendingTexts } from './consents.operations.ts';
import { listLegalNotices, sendLegalNotice } from './legal-notifications.operations.ts';

export const consentsRouter = router({
  /** Legal texts that changed since this person accepted them. */
  pending: userProcedure.output(pendingTextsView).query(({ ctx }) => listPendingTexts(ctx.deps, ctx.actor)),

  accept: userProcedure
    .input(acceptTextsInput)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await acceptTexts(ctx.deps, ctx.actor, input.texts, ctx.origin);
      return { success: true } as const;
    }),

  notices: adminProcedure.output(legalNoticesView).query(({ ctx }) => listLegalNotices(ctx.deps, ctx.actor)),

  sendNotice: adminProcedure
    .input(legalNoticeInput)
    .output(legalNoticesView)
    .mutation(({ ctx, input }) => sendLegalNotice(ctx.deps, ctx.actor, input, ctx.origin)),
});
