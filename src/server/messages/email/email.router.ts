import { emailPreferenceInput, emailPreferencesView } from '../../../shared/messages/email-kinds.ts';
import { router, userProcedure } from '../../trpc/trpc.ts';
import { listEmailPreferences, setEmailPreference } from './preferences.operations.ts';

export const emailRouter = router({
  preferences: userProcedure
    .output(emailPreferencesView)
    .query(({ ctx }) => listEmailPreferences(ctx.deps, ctx.actor)),

  setPreference: userProcedure
    .input(emailPreferenceInput)
    .output(emailPreferencesView)
    .mutation(({ ctx, input }) => setEmailPreference(ctx.deps, ctx.actor, input)),
});
