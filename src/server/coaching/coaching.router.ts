import {
  briefView,
  listStudentsInput,
  ownBriefView,
  setShareInput,
  studentIdInput,
  studentListView,
} from '../../shared/coaching/brief.ts';
import { coachProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { getBrief, getOwnBrief, listStudents, setShare } from './brief.operations.ts';

export const coachingRouter = router({
  students: coachProcedure
    .input(listStudentsInput)
    .output(studentListView)
    .query(({ ctx, input }) => listStudents(ctx.deps, ctx.actor, input.cursor)),

  brief: coachProcedure
    .input(studentIdInput)
    .output(briefView)
    .query(({ ctx, input }) => getBrief(ctx.deps, ctx.actor, input.studentId)),

  ownBrief: userProcedure.output(ownBriefView).query(({ ctx }) => getOwnBrief(ctx.deps, ctx.actor)),

  setShare: userProcedure
    .input(setShareInput)
    .mutation(({ ctx, input }) => setShare(ctx.deps, ctx.actor, input)),
});
