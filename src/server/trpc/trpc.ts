import { initTRPC, TRPCError } from '@trpc/server';
import type { ErrorBody } from '../../shared/error-codes.ts';
import { requireAdmin } from '../actor.ts';
import { describeError } from '../describe-error.ts';
import { notSignedIn } from '../errors.ts';
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

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Anyone. */
export const publicProcedure = t.procedure.use(withStatus);

/** Signed-in people; others 401 (D-4). */
export const userProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.actor) throw notSignedIn();
  return next({ ctx: { ...ctx, actor: ctx.actor } });
});

/** Admins; visitors 401, students 403 (D-4). */
export const adminProcedure = userProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, actor: requireAdmin(ctx.actor) } }),
);
