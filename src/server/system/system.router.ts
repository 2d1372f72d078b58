import { systemStatusView } from '../../shared/system.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { getSystemStatus } from './system.operations.ts';

export const systemRouter = router({
  status: adminProcedure.output(systemStatusView).query(({ ctx }) => getSystemStatus(ctx.deps, ctx.actor)),
});
