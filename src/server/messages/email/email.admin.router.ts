import {
  changedEmailsView,
  emailIdInput,
  failedEmailsInput,
  failedEmailsView,
  failedUntilInput,
} from '../../../shared/messages/failed-emails.ts';
import { testEmailView, textTestInput } from '../../../shared/messages/test-email.ts';
import { adminProcedure, done, doneView, router } from '../../trpc/trpc.ts';
import {
  dismissAllEmails,
  dismissEmail,
  listFailedEmails,
  retryAllEmails,
  retryEmail,
} from './failed-emails.operations.ts';
import { getTestEmail, sendTestEmail, sendTextTest } from './test-email.operations.ts';

export const emailAdminRouter = router({
  listFailed: adminProcedure
    .input(failedEmailsInput)
    .output(failedEmailsView)
    .query(({ ctx, input }) => listFailedEmails(ctx.deps, ctx.actor, input.cursor)),

  retry: adminProcedure
    .input(emailIdInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(retryEmail(ctx.deps, ctx.actor, input.id, ctx.metadata))),

  dismiss: adminProcedure
    .input(emailIdInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(dismissEmail(ctx.deps, ctx.actor, input.id, ctx.metadata))),

  retryAll: adminProcedure
    .input(failedUntilInput)
    .output(changedEmailsView)
    .mutation(({ ctx, input }) => retryAllEmails(ctx.deps, ctx.actor, input, ctx.metadata)),

  dismissAll: adminProcedure
    .input(failedUntilInput)
    .output(changedEmailsView)
    .mutation(({ ctx, input }) => dismissAllEmails(ctx.deps, ctx.actor, input, ctx.metadata)),

  sendTest: adminProcedure
    .output(testEmailView)
    .mutation(({ ctx }) => sendTestEmail(ctx.deps, ctx.actor, ctx.metadata)),

  sendTextTest: adminProcedure
    .input(textTestInput)
    .output(testEmailView)
    .mutation(({ ctx, input }) => sendTextTest(ctx.deps, ctx.actor, input, ctx.metadata)),

  testResult: adminProcedure
    .input(emailIdInput)
    .output(testEmailView)
    .query(({ ctx, input }) => getTestEmail(ctx.deps, ctx.actor, input.id)),
});
