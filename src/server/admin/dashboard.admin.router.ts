import { analyticsView } from '../../shared/admin/admin.ts';
import { openingView, overviewView, waitingView } from '../../shared/admin/overview.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { getAnalytics } from './admin.operations.ts';
import { listOpeningSteps } from './opening-steps.operations.ts';
import { getOverview, getWaiting } from './overview.operations.ts';

export const dashboardAdminRouter = router({
  analytics: adminProcedure.output(analyticsView).query(({ ctx }) => getAnalytics(ctx.deps, ctx.actor)),
  waiting: adminProcedure.output(waitingView).query(({ ctx }) => getWaiting(ctx.deps, ctx.actor)),
  overview: adminProcedure.output(overviewView).query(({ ctx }) => getOverview(ctx.deps, ctx.actor)),
  openingSteps: adminProcedure.output(openingView).query(({ ctx }) => listOpeningSteps(ctx.deps, ctx.actor)),
});
