import { mailPreferenceInput, mailPreferencesView } from '../../shared/mail-kinds.ts';
import { router, userProcedure } from '../trpc/trpc.ts';
import { listMailPreferences, setMailPreference } from './preferences.operations.ts';

export const mailRouter = router({
  preferences: userProcedure
    .output(mailPreferencesView)
    .query(({ ctx }) => listMailPreferences(ctx.deps, ctx.actor)),
  setPreference: userProcedure
    .input(mailPreferenceInput)
    .output(mailPreferencesView)
    .mutation(({ ctx, input }) => setMailPreference(ctx.deps, ctx.actor, input)),
});
