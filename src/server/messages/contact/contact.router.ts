import { z } from 'zod';
import { contactInput } from '../../../shared/messages/contact.ts';
import {
  contactMessageView,
  handleMessageInput,
  listMessagesInput,
  messagesPageView,
} from '../../../shared/messages/contact-messages.ts';
import { adminProcedure, publicProcedure, router } from '../../trpc/trpc.ts';
import { sendContactMessage } from './contact.operations.ts';
import { handleMessage, listMessages } from './messages.operations.ts';

export const contactRouter = router({
  send: publicProcedure
    .input(contactInput)
    .output(z.object({ received: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await sendContactMessage(ctx.deps, ctx.actor, input, ctx.origin);
      return { received: true } as const;
    }),
  list: adminProcedure
    .input(listMessagesInput)
    .output(messagesPageView)
    .query(({ ctx, input }) => listMessages(ctx.deps, ctx.actor, input)),
  setHandled: adminProcedure
    .input(handleMessageInput)
    .output(contactMessageView)
    .mutation(({ ctx, input }) => handleMessage(ctx.deps, ctx.actor, input, ctx.origin)),
});
