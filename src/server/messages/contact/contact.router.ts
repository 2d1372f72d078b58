import { z } from 'zod';
import { contactInput } from '../../../shared/messages/contact.ts';
import { publicProcedure, router } from '../../trpc/trpc.ts';
import { sendContactMessage } from './contact.operations.ts';

export const contactRouter = router({
  send: publicProcedure
    .input(contactInput)
    .output(z.object({ received: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await sendContactMessage(ctx.deps, ctx.actor, input, ctx.metadata);
      return { received: true } as const;
    }),
});
