import { removeLogoInput, saveLogoInput, siteLogosView } from '../../../shared/site-logos.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { removeLogo, saveLogo } from './logo.operations.ts';

export const logoAdminRouter = router({
  save: adminProcedure
    .input(saveLogoInput)
    .output(siteLogosView)
    .mutation(({ ctx, input }) => saveLogo(ctx.deps, ctx.actor, input, ctx.metadata)),

  remove: adminProcedure
    .input(removeLogoInput)
    .output(siteLogosView)
    .mutation(({ ctx, input }) => removeLogo(ctx.deps, ctx.actor, input, ctx.metadata)),
});
