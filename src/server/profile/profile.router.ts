import { currentUserView, updateNamesInput } from '../../shared/auth/accounts.ts';
import { router, userProcedure } from '../trpc/trpc.ts';
import { updateNames } from './profile.operations.ts';

export const profileRouter = router({
  updateNames: userProcedure
    .input(updateNamesInput)
    .output(currentUserView)
    .mutation(({ ctx, input }) => updateNames(ctx.deps, ctx.actor, input, ctx.metadata)),
});
