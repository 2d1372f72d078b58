import { z } from 'zod';
import {
  changePasswordInput,
  passwordResetRequest,
  resetPasswordInput,
  verifyEmailInput,
} from '../../shared/auth/account-security.ts';
import { commonPasswordsInput } from '../../shared/auth/common-passwords.ts';
import {
  confirmIdentityInput,
  confirmTwoFactorInput,
  ownerProofInput,
  recoveryCodesView,
  sessionIdInput,
  sessionView,
  signInView,
  startTwoFactorInput,
  twoFactorSetupView,
  twoFactorStatusView,
} from '../../shared/auth/sign-in-security.ts';
import { publicProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { listCommonPasswordHashes } from './common-passwords.ts';
import { requestEmailVerification, verifyEmail } from './email-verification.operations.ts';
import { changePassword } from './password-change.operations.ts';
import { requestPasswordReset, resetPassword } from './password-reset.operations.ts';
import { confirmIdentity } from './recent-authentication.operations.ts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSignIns,
  listSessions,
} from './signed-in-devices.operations.ts';
import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactorStatus,
  renewRecoveryCodes,
  startTwoFactor,
} from './two-factor.operations.ts';

const done = z.object({ success: z.literal(true) });
const success = { success: true } as const;

export const securityRouter = router({
  /** For the strength meter: hash suffixes of the common passwords whose hash starts with this prefix. */
  commonPasswords: publicProcedure
    .input(commonPasswordsInput)
    .output(z.array(z.string()))
    .query(({ input }) => listCommonPasswordHashes(input.beginning)),

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

  listSessions: userProcedure
    .output(z.array(sessionView))
    .query(({ ctx }) => listSessions(ctx.deps, ctx.actor)),
  endSession: userProcedure
    .input(sessionIdInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await endOwnSession(ctx.deps, ctx.actor, input.id, ctx.origin);
      return success;
    }),
  endOtherSessions: userProcedure
    .output(z.object({ ended: z.int() }))
    .mutation(async ({ ctx }) => ({ ended: await endOtherSessions(ctx.deps, ctx.actor, ctx.origin) })),
  signInHistory: userProcedure
    .output(z.array(signInView))
    .query(({ ctx }) => listOwnSignIns(ctx.deps, ctx.actor)),

  twoFactorStatus: userProcedure
    .output(twoFactorStatusView)
    .query(({ ctx }) => getTwoFactorStatus(ctx.deps, ctx.actor)),
  startTwoFactor: userProcedure
    .input(startTwoFactorInput)
    .output(twoFactorSetupView)
    .mutation(({ ctx, input }) => startTwoFactor(ctx.deps, ctx.actor, input.password)),
  confirmTwoFactor: userProcedure
    .input(confirmTwoFactorInput)
    .output(recoveryCodesView)
    .mutation(async ({ ctx, input }) => {
      const { recoveryCodes, sid } = await confirmTwoFactor(
        ctx.deps,
        ctx.actor,
        input.code,
        ctx.cookie.sid(),
        ctx.origin,
      );
      if (sid !== null) ctx.cookie.begin(sid);
      return { recoveryCodes };
    }),
  disableTwoFactor: userProcedure
    .input(ownerProofInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await disableTwoFactor(ctx.deps, ctx.actor, input, ctx.origin);
      return success;
    }),
  renewRecoveryCodes: userProcedure
    .input(ownerProofInput)
    .output(recoveryCodesView)
    .mutation(async ({ ctx, input }) => ({
      recoveryCodes: await renewRecoveryCodes(ctx.deps, ctx.actor, input, ctx.origin),
    })),
  confirmIdentity: userProcedure
    .input(confirmIdentityInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await confirmIdentity(ctx.deps, ctx.actor, input, ctx.origin);
      return success;
    }),
});
