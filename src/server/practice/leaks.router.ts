import { studyResourceSchema } from '../../shared/practice/drills.ts';
import { evidenceView, leakInput, leakMapView, nextStudyView } from '../../shared/practice/leak-map.ts';
import { router, userProcedure } from '../trpc/trpc.ts';
import { getEvidence, getLeakMap } from './leaks.operations.ts';
import { getNextStudy, putOff, recordShown } from './next.operations.ts';

export const leaksRouter = router({
  map: userProcedure.output(leakMapView).query(({ ctx }) => getLeakMap(ctx.deps, ctx.actor)),

  evidence: userProcedure
    .input(leakInput)
    .output(evidenceView)
    .query(({ ctx, input }) => getEvidence(ctx.deps, ctx.actor, input.leak)),

  // Suggests what to study next. `noteShown` and `putOff` store that the student saw the suggestion or put it off.
  next: userProcedure.output(nextStudyView).query(({ ctx }) => getNextStudy(ctx.deps, ctx.actor)),

  noteShown: userProcedure
    .input(studyResourceSchema)
    .mutation(({ ctx, input }) => recordShown(ctx.deps, ctx.actor, input)),

  putOff: userProcedure
    .input(studyResourceSchema)
    .output(nextStudyView)
    .mutation(({ ctx, input }) => putOff(ctx.deps, ctx.actor, input)),
});
