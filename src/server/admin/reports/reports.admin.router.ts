import { reportInput, reportView } from '../../../shared/admin/reports.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { getReport } from './reports.operations.ts';

export const reportsAdminRouter = router({
  get: adminProcedure
    .input(reportInput)
    .output(reportView)
    .query(({ ctx, input }) => getReport(ctx.deps, ctx.actor, input)),
});
