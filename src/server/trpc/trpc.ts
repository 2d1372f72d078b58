import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { requireCoach, requireStaff } from '../access/coach-access.operations.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import { requireAdmin } from '../actor.ts';
import { DomainError, notSignedIn, readOnlyView } from '../errors.ts';
import { readOnly } from '../platform/db/read-only.ts';
import { describeError, errorBodyOf } from '../platform/describe-error.ts';
import { inSpan } from '../platform/tracing.ts';
import type { Context } from './context.ts';
import { isAllowedWhileImpersonating } from './impersonation-allowlist.ts';
import { needsRecentAuthentication } from './step-up.ts';

const trpcCodeOf: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  507: 'SERVICE_UNAVAILABLE',
};

const t = initTRPC.context<Context>().create({
  // Error bodies contain what describeError returns and never a stack, in every environment.
  errorFormatter({ shape, error, ctx }) {
    const described = describeError(error);
    const body = errorBodyOf(described, ctx?.metadata.requestId ?? 'unknown');
    return { message: body.message, code: shape.code, data: { ...body, httpStatus: described.status } };
  },
});

/** The error with the tRPC code of its HTTP status, which `describeError` decides. */
function withStatus(error: TRPCError | DomainError): TRPCError {
  const described = describeError(error);
  const code = trpcCodeOf[described.status] ?? 'INTERNAL_SERVER_ERROR';
  if (error instanceof DomainError) return new TRPCError({ code, message: described.message, cause: error });
  if (code === error.code) return error;
  return new TRPCError({ code, message: described.message, cause: error.cause ?? error });
}

/** During impersonation, only procedures of the allowlist run, and queries get a read-only database. */
function impersonationContext(ctx: Context, type: string, path: string): Context {
  if (!ctx.actor?.impersonation) return ctx;
  if (!isAllowedWhileImpersonating(type, path)) throw withStatus(readOnlyView());
  return type === 'query' ? { ...ctx, deps: { ...ctx.deps, db: readOnly(ctx.deps.db) } } : ctx;
}

/**
 * Runs around every procedure: duration metric, tracing span, the restrictions of impersonation, and the status of
 * errors. One middleware, because each costs time.
 */
const watched = t.middleware(({ ctx, path, type, next }) =>
  inSpan(
    `procedure ${path}`,
    { attributes: { 'academy.procedure': path, 'academy.kind': type } },
    async () => {
      const startedAt = performance.now();
      let isOk = false;
      try {
        const result = await next({ ctx: impersonationContext(ctx, type, path) });
        isOk = result.ok;
        if (!result.ok) throw withStatus(result.error);
        return result;
      } finally {
        ctx.deps.metrics.procedureCompleted(path, isOk, (performance.now() - startedAt) / 1000);
      }
    },
  ),
);

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** The output of a procedure that has nothing else to return; `done` returns it. */
export const doneView = z.object({ success: z.literal(true) });

export async function done(work: Promise<unknown>): Promise<z.infer<typeof doneView>> {
  await work;
  return { success: true };
}

export const publicProcedure = t.procedure.use(watched);

/** For logged-in users; returns 401 otherwise. */
export const userProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.actor) throw notSignedIn();
  return next({ ctx: { ...ctx, actor: ctx.actor } });
});

/**
 * For admins; returns 401 to visitors and 403 to other users. Mutations require recent authentication, except those
 * that `step-up.ts` exempts. After a mutation, the cached figures of the admin area are cleared.
 */
export const adminProcedure = userProcedure.use(async ({ ctx, path, type, next }) => {
  const actor = requireAdmin(ctx.actor);
  if (type === 'mutation' && needsRecentAuthentication(path)) requireRecentAuthentication(ctx.deps, actor);
  const result = await next({ ctx: { ...ctx, actor } });
  if (type === 'mutation') ctx.deps.figures.clear();
  return result;
});

/** For coaches; returns 401 to visitors and 403 to other users, even admins who are not coaches. */
export const coachProcedure = userProcedure.use(async ({ ctx, next }) =>
  next({ ctx: { ...ctx, actor: await requireCoach(ctx.deps, ctx.actor) } }),
);

/** For admins and coaches; returns 401 to visitors and 403 to other users. */
export const staffProcedure = userProcedure.use(async ({ ctx, next }) =>
  next({ ctx: { ...ctx, actor: await requireStaff(ctx.deps, ctx.actor) } }),
);
