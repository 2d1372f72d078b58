import { z } from 'zod';
import { coachingSessionView, progressEntryView } from '../../shared/learning.ts';
import { router, userProcedure } from '../trpc/trpc.ts';
import { listProgress, listSessions } from './learning.operations.ts';

export const learningRouter = router({
  listSessions: userProcedure
    .output(z.array(coachingSessionView))
    .query(({ ctx }) => listSessions(ctx.deps, ctx.actor)),

  progress: userProcedure
    .output(z.array(progressEntryView))
    .query(({ ctx }) => listProgress(ctx.deps, ctx.actor)),
});
