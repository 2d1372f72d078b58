import { legalNoticeInput, legalNoticesView } from '../../../shared/auth/consents.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { listLegalNotices, sendLegalNotice } from './legal-notices.operations.ts';

export const consentsAdminRouter = router({
  notices: adminProcedure.output(legalNoticesView).query(({ ctx }) => listLegalNotices(ctx.deps, ctx.actor)),

  sendNotice: adminProcedure
    .input(legalNoticeInput)
    .output(legalNoticesView)
    .mutation(({ ctx, input }) => sendLegalNotice(ctx.deps, ctx.actor, input, ctx.metadata)),
});
