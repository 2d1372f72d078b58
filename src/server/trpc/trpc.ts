import { initTRPC, TRPCError } from '@trpc/server';
import type { ErrorBody } from '../../shared/error-codes.ts';
import { requireAdmin } from '../actor.ts';
import { readOnly } from '../db/read-only.ts';
import { describeError } from '../describe-error.ts';
import { notSignedIn, readOnlyView } from '../errors.ts';
import { inSpan } from '../tracing.ts';
import { isOpenWhileViewing } from '../viewing/viewing-doors.ts';
import type { Context } from './context.ts';

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
  503: 'SERVICE_UNAVAILABLE',
  507: 'SERVICE_UNAVAILABLE',
};

const t = initTRPC.context<Context>().create({
  // Error bodies hold what describeError lets out and nothing of the stack, in every environment (hazard M11, ACC-18).
  errorFormatter({ shape, error, ctx }) {
    const described = describeError(error);
    const body: ErrorBody = {
      message: described.message,
      code: described.code,
      requestId: ctx?.origin.requestId ?? 'unknown',
      ...(described.fields && { fields: described.fields }),
    };
    return { message: body.message, code: shape.code, data: { ...body, httpStatus: described.status } };
  },
});

/** Gives each refusal the HTTP status of the one map in errors.ts. */
const withStatus = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const described = describeError(result.error);
  const code = trpcCodeOf[described.status] ?? 'INTERNAL_SERVER_ERROR';
  if (code === result.error.code) return result;
  throw new TRPCError({ code, message: described.message, cause: result.error.cause ?? result.error });
});

/** Who looks at the academy as a student reads what is named as open, over a database that takes no writes (J13). */
const whileViewing = t.middleware(({ ctx, type, path, next }) => {
  if (!ctx.actor?.viewing) return next();
  if (!isOpenWhileViewing(type, path)) throw readOnlyView();
  if (type !== 'query') return next();
  return next({ ctx: { ...ctx, deps: { ...ctx.deps, db: readOnly(ctx.deps.db) } } });
});

/** How long each takes, and a span for it: whatever runs below is inside (SRV-14, SRV-15). */
const watched = t.middleware(({ ctx, path, type, next }) =>
  inSpan(
    `procedure ${path}`,
    { attributes: { 'academy.procedure': path, 'academy.kind': type } },
    async () => {
      const startedAt = performance.now();
      const result = await next();
      ctx.deps.metrics.procedureAnswered(path, result.ok, (performance.now() - startedAt) / 1000);
      return result;
    },
  ),
);

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Anyone. */
export const publicProcedure = t.procedure.use(watched).use(withStatus).use(whileViewing);

/** Signed-in people; others 401 (D-4). */
export const userProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.actor) throw notSignedIn();
  return next({ ctx: { ...ctx, actor: ctx.actor } });
});

/** Admins; visitors 401, students 403 (D-4). */
export const adminProcedure = userProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, actor: requireAdmin(ctx.actor) } }),
);
