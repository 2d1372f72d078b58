import { learnersInput, learnersView, learningMaterialsView } from '../../shared/learning/learners.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { listLearners, listMaterials } from './learners.operations.ts';

export const learningAdminRouter = router({
  materials: adminProcedure
    .output(learningMaterialsView)
    .query(({ ctx }) => listMaterials(ctx.deps, ctx.actor)),

  learners: adminProcedure
    .input(learnersInput)
    .output(learnersView)
    .query(({ ctx, input }) => listLearners(ctx.deps, ctx.actor, input)),
});
