import { replayEventInput, webhookEventView, webhooksView } from '../../../shared/payments/webhooks.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { getWebhooks, replayEvent } from './webhook-inbox.operations.ts';

export const webhooksAdminRouter = router({
  list: adminProcedure.output(webhooksView).query(({ ctx }) => getWebhooks(ctx.deps, ctx.actor)),

  replay: adminProcedure
    .input(replayEventInput)
    .output(webhookEventView)
    .mutation(({ ctx, input }) => replayEvent(ctx.deps, ctx.actor, input.eventId, ctx.metadata)),
});
