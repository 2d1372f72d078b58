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
import { done, doneView, publicProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { listCommonPasswordHashes } from './common-passwords.ts';
import { requestEmailVerification, verifyEmail } from './email-verification.operations.ts';
import { changePassword } from './password-change.operations.ts';
import { requestPasswordReset, resetPassword } from './password-reset.operations.ts';
import { confirmIdentity } from './recent-authentication.operations.ts';
import { listOwnSignIns } from './sign-ins.operations.ts';
import { endOtherSessions, endOwnSession, listSessions } from './signed-in-devices.operations.ts';
import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactorStatus,
  renewRecoveryCodes,
  startTwoFactor,
} from './two-factor.operations.ts';

export const securityRouter = router({
  /** For the strength meter: hash suffixes of the common passwords whose hash starts with `beginning`. */
  commonPasswords: publicProcedure
    .input(commonPasswordsInput)
    .output(z.array(z.string()))
    .query(({ input }) => listCommonPasswordHashes(input.beginning)),

  requestEmailVerification: userProcedure
    .output(doneView)
    .mutation(({ ctx }) => done(requestEmailVerification(ctx.deps, ctx.actor))),
  verifyEmail: publicProcedure
    .input(verifyEmailInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(verifyEmail(ctx.deps, input.token, ctx.metadata))),
  requestPasswordReset: publicProcedure
    .input(passwordResetRequest)
    .output(doneView)
    .mutation(({ ctx, input }) => done(requestPasswordReset(ctx.deps, input.email, ctx.metadata))),
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(resetPassword(ctx.deps, input, ctx.metadata))),
  changePassword: userProcedure
    .input(changePasswordInput)
    .output(doneView)
    .mutation(async ({ ctx, input }) => {
      const sid = await changePassword(ctx.deps, ctx.actor, input, ctx.cookie.sid(), ctx.metadata);
      if (sid !== null) ctx.cookie.begin(sid);
      return { success: true };
    }),

  listSessions: userProcedure
    .output(z.array(sessionView))
    .query(({ ctx }) => listSessions(ctx.deps, ctx.actor)),
  endSession: userProcedure
    .input(sessionIdInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(endOwnSession(ctx.deps, ctx.actor, input.id, ctx.metadata))),
  endOtherSessions: userProcedure
    .output(z.object({ ended: z.int() }))
    .mutation(async ({ ctx }) => ({ ended: await endOtherSessions(ctx.deps, ctx.actor, ctx.metadata) })),
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
        ctx.metadata,
      );
      if (sid !== null) ctx.cookie.begin(sid);
      return { recoveryCodes };
    }),
  disableTwoFactor: userProcedure
    .input(ownerProofInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(disableTwoFactor(ctx.deps, ctx.actor, input, ctx.metadata))),
  renewRecoveryCodes: userProcedure
    .input(ownerProofInput)
    .output(recoveryCodesView)
    .mutation(async ({ ctx, input }) => ({
      recoveryCodes: await renewRecoveryCodes(ctx.deps, ctx.actor, input, ctx.metadata),
    })),
  confirmIdentity: userProcedure
    .input(confirmIdentityInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(confirmIdentity(ctx.deps, ctx.actor, input, ctx.metadata))),
});
