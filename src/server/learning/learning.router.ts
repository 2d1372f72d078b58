import { z } from 'zod';
import { coachingSessionView } from '../../shared/learning.ts';
import { router, userProcedure } from '../trpc/trpc.ts';
import { listSessions } from './learning.operations.ts';

export const learningRouter = router({
  listSessions: userProcedure
    .output(z.array(coachingSessionView))
    .query(({ ctx }) => listSessions(ctx.deps, ctx.actor)),
});
