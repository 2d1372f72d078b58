import { z } from 'zod';
import { emailIdInput, failedEmailView } from '../../../shared/messages/failed-emails.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { listFailedEmails, retryEmail } from './failed-emails.operations.ts';

export const emailAdminRouter = router({
  listFailed: adminProcedure
    .output(z.array(failedEmailView))
    .query(({ ctx }) => listFailedEmails(ctx.deps, ctx.actor)),

  retry: adminProcedure
    .input(emailIdInput)
    .output(z.object({ success: z.literal(true) }))
    .mutation(({ ctx, input }) => retryEmail(ctx.deps, ctx.actor, input.id, ctx.origin)),
});
