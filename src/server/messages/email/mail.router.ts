import { z } from 'zod';
import { failedMailView, mailIdInput } from '../../../shared/messages/failed-mails.ts';
import { mailPreferenceInput, mailPreferencesView } from '../../../shared/messages/mail-kinds.ts';
import { adminProcedure, router, userProcedure } from '../../trpc/trpc.ts';
import { listFailedMails, retryMail } from './failed-mails.operations.ts';
import { listMailPreferences, setMailPreference } from './preferences.operations.ts';

export const mailRouter = router({
  preferences: userProcedure
    .output(mailPreferencesView)
    .query(({ ctx }) => listMailPreferences(ctx.deps, ctx.actor)),
  setPreference: userProcedure
    .input(mailPreferenceInput)
    .output(mailPreferencesView)
    .mutation(({ ctx, input }) => setMailPreference(ctx.deps, ctx.actor, input)),
  listFailed: adminProcedure
    .output(z.array(failedMailView))
    .query(({ ctx }) => listFailedMails(ctx.deps, ctx.actor)),
  retry: adminProcedure
    .input(mailIdInput)
    .output(z.object({ success: z.literal(true) }))
    .mutation(({ ctx, input }) => retryMail(ctx.deps, ctx.actor, input.id, ctx.origin)),
});
