import { auditListInput, auditPageView } from '../../shared/admin/audit.ts';
import { listAudit } from '../audit/audit-list.operations.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';

export const auditAdminRouter = router({
  list: adminProcedure
    .input(auditListInput)
    .output(auditPageView)
    .query(({ ctx, input }) => listAudit(ctx.deps, ctx.actor, input)),
});
