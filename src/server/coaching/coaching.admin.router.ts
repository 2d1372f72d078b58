import { z } from 'zod';
import {
  coachIdInput,
  coachView,
  grantCoachInput,
  grantQuestionsInput,
} from '../../shared/coaching/coaches.ts';
import { studentQuestionsInput, studentQuestionsView } from '../../shared/coaching/questions.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { grantCoach, listCoaches, revokeCoach } from './coaches.operations.ts';
import { grantQuestions } from './credits.operations.ts';
import { listQuestionsOfStudent } from './questions.operations.ts';

export const coachingAdminRouter = router({
  coaches: adminProcedure.output(z.array(coachView)).query(({ ctx }) => listCoaches(ctx.deps, ctx.actor)),

  questions: adminProcedure
    .input(studentQuestionsInput)
    .output(studentQuestionsView)
    .query(({ ctx, input }) => listQuestionsOfStudent(ctx.deps, ctx.actor, input)),

  grantCoach: adminProcedure
    .input(grantCoachInput)
    .mutation(({ ctx, input }) => grantCoach(ctx.deps, ctx.actor, input, ctx.metadata)),

  revokeCoach: adminProcedure
    .input(coachIdInput)
    .mutation(({ ctx, input }) => revokeCoach(ctx.deps, ctx.actor, input, ctx.metadata)),

  grantQuestions: adminProcedure
    .input(grantQuestionsInput)
    .mutation(({ ctx, input }) => grantQuestions(ctx.deps, ctx.actor, input, ctx.metadata)),
});
