import { z } from 'zod';
import {
  changePasswordInput,
  passwordResetRequest,
  resetPasswordInput,
  verifyEmailInput,
} from '../../shared/account-security.ts';
import { publicProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { requestEmailVerification, verifyEmail } from './email-verification.operations.ts';
import { changePassword } from './password-change.operations.ts';
import { requestPasswordReset, resetPassword } from './password-reset.operations.ts';

const done = z.object({ success: z.literal(true) });
const success = { success: true } as const;

export const securityRouter = router({
  requestEmailVerification: userProcedure.output(done).mutation(async ({ ctx }) => {
    await requestEmailVerification(ctx.deps, ctx.actor);
    return success;
  }),
  verifyEmail: publicProcedure
    .input(verifyEmailInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await verifyEmail(ctx.deps, input.token, ctx.origin);
      return success;
    }),
  requestPasswordReset: publicProcedure
    .input(passwordResetRequest)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await requestPasswordReset(ctx.deps, input.email, ctx.origin);
      return success;
    }),
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx.deps, input, ctx.origin);
      return success;
    }),
  changePassword: userProcedure
    .input(changePasswordInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const sid = await changePassword(ctx.deps, ctx.actor, input, ctx.cookie.sid(), ctx.origin);
      if (sid !== null) ctx.cookie.begin(sid);
      return success;
    }),
});
