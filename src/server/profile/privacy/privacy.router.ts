import {
  accountDeletionInput,
  accountDeletionView,
  dataExportInput,
  dataExportView,
  undoDeletionInput,
  undoneDeletionView,
} from '../../../shared/profile/privacy.ts';
import { publicProcedure, router, userProcedure } from '../../trpc/trpc.ts';
import { requestDeletion, undoDeletion } from './account-deletion.operations.ts';
import { latestExport, requestExport } from './data-export.operations.ts';

export const privacyRouter = router({
  latestExport: userProcedure
    .output(dataExportView.nullable())
    .query(({ ctx }) => latestExport(ctx.deps, ctx.actor)),

  requestExport: userProcedure
    .input(dataExportInput)
    .output(dataExportView)
    .mutation(({ ctx, input }) => requestExport(ctx.deps, ctx.actor, input.password, ctx.metadata)),

  requestDeletion: userProcedure
    .input(accountDeletionInput)
    .output(accountDeletionView)
    .mutation(async ({ ctx, input }) => {
      const deletion = await requestDeletion(ctx.deps, ctx.actor, input.password, ctx.metadata);
      ctx.cookie.clear();
      return deletion;
    }),

  undoDeletion: publicProcedure
    .input(undoDeletionInput)
    .output(undoneDeletionView)
    .mutation(({ ctx, input }) => undoDeletion(ctx.deps, input.token, ctx.metadata)),
});
