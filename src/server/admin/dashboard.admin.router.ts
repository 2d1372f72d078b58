import { analyticsView } from '../../shared/admin/admin.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { getAnalytics } from './admin.operations.ts';

export const dashboardAdminRouter = router({
  analytics: adminProcedure.output(analyticsView).query(({ ctx }) => getAnalytics(ctx.deps, ctx.actor)),
});
