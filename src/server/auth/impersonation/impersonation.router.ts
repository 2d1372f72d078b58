import { z } from 'zod';
import { impersonationStoppedView, ownImpersonationView } from '../../../shared/admin/impersonation.ts';
import { router, userProcedure } from '../../trpc/trpc.ts';
import { listOwnImpersonations, stopImpersonation } from './impersonation.operations.ts';

export const impersonationRouter = router({
  stop: userProcedure
    .output(impersonationStoppedView)
    .mutation(({ ctx }) => stopImpersonation(ctx.deps, ctx.actor, ctx.metadata)),

  /** The impersonations of the caller's account by admins. */
  mine: userProcedure
    .output(z.array(ownImpersonationView))
    .query(({ ctx }) => listOwnImpersonations(ctx.deps, ctx.actor)),
});
