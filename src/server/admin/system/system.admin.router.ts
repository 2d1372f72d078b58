import { missingFilesView, systemStatusInput, systemStatusView } from '../../../shared/admin/system.ts';
import { adminProcedure, done, doneView, router } from '../../trpc/trpc.ts';
import { allowErasingStrays } from '../../uploads/file-check.operations.ts';
import { listStoredFiles } from './stored-files.operations.ts';
import { getSystemStatus } from './system.operations.ts';

export const systemAdminRouter = router({
  status: adminProcedure
    .input(systemStatusInput)
    .output(systemStatusView)
    .query(({ ctx, input }) => getSystemStatus(ctx.deps, ctx.actor, input)),

  /** The result of the last comparison of stored files with the database. */
  missingFiles: adminProcedure
    .output(missingFilesView)
    .query(({ ctx }) => listStoredFiles(ctx.deps, ctx.actor)),

  /**
   * Allows the next comparison to erase stored files that are not in the database. The last comparison kept them,
   * because there were unusually many.
   */
  allowErasing: adminProcedure
    .output(doneView)
    .mutation(({ ctx }) => done(allowErasingStrays(ctx.deps, ctx.actor, ctx.metadata))),
});
