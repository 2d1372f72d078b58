import { impersonationStartedView, startImpersonationInput } from '../../../shared/admin/impersonation.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { startImpersonation } from './impersonation.operations.ts';

export const impersonationAdminRouter = router({
  start: adminProcedure
    .input(startImpersonationInput)
    .output(impersonationStartedView)
    .mutation(({ ctx, input }) => startImpersonation(ctx.deps, ctx.actor, input, ctx.metadata)),
});
