import { z } from 'zod';
import {
  briefView,
  ownBriefView,
  setShareInput,
  studentIdInput,
  studentListView,
} from '../../shared/coaching/brief.ts';
import {
  homeworkIdInput,
  homeworkView,
  setHomeworkDoneInput,
  setHomeworkInput,
  titledMaterialView,
} from '../../shared/coaching/homework.ts';
import { pageInput } from '../../shared/paging.ts';
import { coachProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { getBrief, getOwnBrief, setShare } from './brief.operations.ts';
import {
  listHomework,
  listMaterials,
  removeHomework,
  setHomework,
  setHomeworkDone,
} from './homework.operations.ts';
import { listStudents } from './students.operations.ts';

export const coachingRouter = router({
  students: coachProcedure
    .input(pageInput)
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

  materials: coachProcedure
    .output(z.array(titledMaterialView))
    .query(({ ctx }) => listMaterials(ctx.deps, ctx.actor)),

  setHomework: coachProcedure
    .input(setHomeworkInput)
    .mutation(({ ctx, input }) => setHomework(ctx.deps, ctx.actor, input, ctx.metadata)),

  removeHomework: coachProcedure
    .input(homeworkIdInput)
    .mutation(({ ctx, input }) => removeHomework(ctx.deps, ctx.actor, input.id, ctx.metadata)),

  homework: userProcedure.output(z.array(homeworkView)).query(({ ctx }) => listHomework(ctx.deps, ctx.actor)),

  setHomeworkDone: userProcedure
    .input(setHomeworkDoneInput)
    .mutation(({ ctx, input }) => setHomeworkDone(ctx.deps, ctx.actor, input)),
});
