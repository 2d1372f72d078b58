import { z } from 'zod';
import {
  attachHandInput,
  handIdInput,
  publishHandInput,
  unreadableHandView,
} from '../../shared/hands/hands.ts';
import { pageInput, pageView } from '../../shared/paging.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { publishHand } from './academy-hands.operations.ts';
import { attachHand, detachHand } from './hand-links.operations.ts';
import { dismissUnreadableHand, listUnreadableHands } from './unreadable-hands.operations.ts';

export const handsAdminRouter = router({
  publish: adminProcedure
    .input(publishHandInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => publishHand(ctx.deps, ctx.actor, input, ctx.metadata)),

  attach: adminProcedure
    .input(attachHandInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => attachHand(ctx.deps, ctx.actor, input, ctx.metadata)),

  detach: adminProcedure
    .input(handIdInput)
    .mutation(({ ctx, input }) => detachHand(ctx.deps, ctx.actor, input.id, ctx.metadata)),

  listUnreadable: adminProcedure
    .input(pageInput)
    .output(pageView(unreadableHandView))
    .query(({ ctx, input }) => listUnreadableHands(ctx.deps, ctx.actor, input.cursor)),

  dismissUnreadable: adminProcedure
    .input(handIdInput)
    .mutation(({ ctx, input }) => dismissUnreadableHand(ctx.deps, ctx.actor, input.id, ctx.metadata)),
});
