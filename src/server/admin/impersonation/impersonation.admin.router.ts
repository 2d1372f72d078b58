import { z } from 'zod';
import { userIdInput } from '../../../shared/admin/admin.ts';
import {
  accountViewForAdminView,
  impersonationStartedView,
  startImpersonationInput,
} from '../../../shared/admin/impersonation.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { listViewsOf, startImpersonation } from './impersonation.operations.ts';

export const impersonationAdminRouter = router({
  start: adminProcedure
    .input(startImpersonationInput)
    .output(impersonationStartedView)
    .mutation(({ ctx, input }) => startImpersonation(ctx.deps, ctx.actor, input, ctx.origin)),

  ofUser: adminProcedure
    .input(userIdInput)
    .output(z.array(accountViewForAdminView))
    .query(({ ctx, input }) => listViewsOf(ctx.deps, ctx.actor, input.id)),
});
