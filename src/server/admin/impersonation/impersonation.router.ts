import { z } from 'zod';
import { userIdInput } from '../../../shared/admin/admin.ts';
import {
  accountViewForAdminView,
  accountViewView,
  startViewingInput,
  viewingStartedView,
  viewingStoppedView,
} from '../../../shared/admin/impersonation.ts';
import { adminProcedure, router, userProcedure } from '../../trpc/trpc.ts';
import {
  listOwnViews,
  listViewsOf,
  startImpersonation,
  stopImpersonation,
} from './impersonation.operations.ts';

export const viewingRouter = router({
  start: adminProcedure
    .input(startViewingInput)
    .output(viewingStartedView)
    .mutation(({ ctx, input }) => startImpersonation(ctx.deps, ctx.actor, input, ctx.origin)),

  stop: userProcedure
    .output(viewingStoppedView)
    .mutation(({ ctx }) => stopImpersonation(ctx.deps, ctx.actor, ctx.origin)),

  mine: userProcedure.output(z.array(accountViewView)).query(({ ctx }) => listOwnViews(ctx.deps, ctx.actor)),

  ofUser: adminProcedure
    .input(userIdInput)
    .output(z.array(accountViewForAdminView))
    .query(({ ctx, input }) => listViewsOf(ctx.deps, ctx.actor, input.id)),
});
