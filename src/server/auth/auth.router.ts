import { z } from 'zod';
import { currentUserView, loginInput, registerInput } from '../../shared/accounts.ts';
import { publicProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { getCurrentUser, login, register } from './auth.operations.ts';
import { endSession } from './sessions.operations.ts';

export const authRouter = router({
  /** For the browser: null when signed out, so that a visitor's console stays clean. */
  me: publicProcedure
    .output(currentUserView.nullable())
    .query(({ ctx }) => (ctx.actor ? getCurrentUser(ctx.deps, ctx.actor) : null)),

  /** GET /api/user: 401 when signed out (S1 §7). */
  currentUser: userProcedure.output(currentUserView).query(({ ctx }) => getCurrentUser(ctx.deps, ctx.actor)),

  register: publicProcedure
    .input(registerInput)
    .output(currentUserView)
    .mutation(async ({ ctx, input }) => {
      const uploader = { actor: ctx.actor, ticket: ctx.cookie.ticket() };
      const { user, sid } = await register(ctx.deps, input, uploader, ctx.origin);
      ctx.cookie.begin(sid);
      return user;
    }),

  login: publicProcedure
    .input(loginInput)
    .output(currentUserView)
    .mutation(async ({ ctx, input }) => {
      const previous = ctx.cookie.sid();
      const { user, sid } = await login(ctx.deps, input, ctx.origin);
      if (previous) await endSession(ctx.deps, previous);
      ctx.cookie.begin(sid);
      return user;
    }),

  logout: publicProcedure.output(z.object({ success: z.literal(true) })).mutation(async ({ ctx }) => {
    const sid = ctx.cookie.sid();
    if (sid) await endSession(ctx.deps, sid);
    ctx.cookie.clear();
    return { success: true } as const;
  }),
});
