import { z } from 'zod';
import { missingFilesView, systemStatusView } from '../../../shared/admin/system.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { allowErasing, listStoredFiles } from './stored-files.operations.ts';
import { getSystemStatus } from './system.operations.ts';

export const systemAdminRouter = router({
  status: adminProcedure.output(systemStatusView).query(({ ctx }) => getSystemStatus(ctx.deps, ctx.actor)),

  /** The result of the latest comparison of files with the database. */

  missingFiles: adminProcedure
    .output(missingFilesView)
    .query(({ ctx }) => listStoredFiles(ctx.deps, ctx.actor)),

  allowErasing: adminProcedure.output(z.object({ success: z.literal(true) })).mutation(async ({ ctx }) => {
    await allowErasing(ctx.deps, ctx.actor, ctx.origin);
    return { success: true } as const;
  }),
});
