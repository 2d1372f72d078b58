import { z } from 'zod';
import { emailPreferenceInput, emailPreferencesView } from '../../../shared/messages/email-kinds.ts';
import { emailIdInput, failedEmailView } from '../../../shared/messages/failed-emails.ts';
import { adminProcedure, router, userProcedure } from '../../trpc/trpc.ts';
import { listFailedEmails, retryEmail } from './failed-emails.operations.ts';
import { listEmailPreferences, setEmailPreference } from './preferences.operations.ts';

export const emailRouter = router({
  preferences: userProcedure
    .output(emailPreferencesView)
    .query(({ ctx }) => listEmailPreferences(ctx.deps, ctx.actor)),
  setPreference: userProcedure
    .input(emailPreferenceInput)
    .output(emailPreferencesView)
    .mutation(({ ctx, input }) => setEmailPreference(ctx.deps, ctx.actor, input)),
  listFailed: adminProcedure
    .output(z.array(failedEmailView))
    .query(({ ctx }) => listFailedEmails(ctx.deps, ctx.actor)),
  retry: adminProcedure
    .input(emailIdInput)
    .output(z.object({ success: z.literal(true) }))
    .mutation(({ ctx, input }) => retryEmail(ctx.deps, ctx.actor, input.id, ctx.origin)),
});
