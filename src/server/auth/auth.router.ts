import {
  type CurrentUser,
  currentUserView,
  loginInput,
  registerInput,
  signedInUserView,
} from '../../shared/auth/accounts.ts';
import { completeLoginInput } from '../../shared/auth/sign-in-security.ts';
import type { Context } from '../trpc/context.ts';
import { doneView, publicProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { getCurrentUser, getSignedInUser } from './current-user.operations.ts';
import { stopImpersonation } from './impersonation/impersonation.operations.ts';
import { register } from './registration.operations.ts';
import { endSession } from './sessions.operations.ts';
import { completeLogin, login, type SignedIn, twoFactorRequired } from './sign-in.operations.ts';

/** Sets the cookies of the new session and ends the browser's previous session. */
async function switchSession(
  { deps, cookie }: Context,
  { user, sid, device }: SignedIn,
): Promise<CurrentUser> {
  const previous = cookie.sid();
  if (previous) await endSession(deps, previous);
  cookie.begin(sid);
  cookie.rememberDevice(device);
  return user;
}

export const authRouter = router({
  /** For the browser. Returns null to visitors, so that their console shows no error. */
  me: publicProcedure
    .output(signedInUserView.nullable())
    .query(({ ctx }) => (ctx.actor ? getSignedInUser(ctx.deps, ctx.actor) : null)),

  /** GET /api/user. Responds with 401 if the caller is not logged in. */
  currentUser: userProcedure.output(currentUserView).query(({ ctx }) => getCurrentUser(ctx.deps, ctx.actor)),

  register: publicProcedure
    .input(registerInput)
    .output(currentUserView)
    .mutation(async ({ ctx, input }) => {
      // The upload ticket in a visitor's cookie shows which identity documents the visitor uploaded.
      const uploader = { actor: ctx.actor, ticket: ctx.cookie.ticket() };
      return switchSession(ctx, await register(ctx.deps, input, uploader, ctx.metadata, ctx.cookie.device()));
    }),

  /**
   * If the account has a second factor, responds with 401 `two_factor_required` to a correct password without a code.
   * The client then calls `completeLogin`.
   */
  login: publicProcedure
    .input(loginInput)
    .output(currentUserView)
    .mutation(async ({ ctx, input }) => {
      const outcome = await login(ctx.deps, input, ctx.cookie.device(), ctx.metadata);
      if ('sid' in outcome) return switchSession(ctx, outcome);
      ctx.cookie.setChallenge(outcome.challenge);
      throw twoFactorRequired();
    }),

  completeLogin: publicProcedure
    .input(completeLoginInput)
    .output(currentUserView)
    .mutation(async ({ ctx, input }) => {
      const cookies = { challenge: ctx.cookie.challenge(), device: ctx.cookie.device() };
      return switchSession(ctx, await completeLogin(ctx.deps, input.code, cookies, ctx.metadata));
    }),

  logout: publicProcedure.output(doneView).mutation(async ({ ctx }) => {
    const sid = ctx.cookie.sid();
    if (ctx.actor) await stopImpersonation(ctx.deps, ctx.actor, ctx.metadata);
    if (sid) await endSession(ctx.deps, sid);
    ctx.cookie.clear();
    return { success: true };
  }),
});
