import {
  contactMessageView,
  handleMessageInput,
  listMessagesInput,
  messagesPageView,
} from '../../../shared/messages/contact-messages.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { handleMessage, listMessages } from './messages.operations.ts';

export const contactAdminRouter = router({
  list: adminProcedure
    .input(listMessagesInput)
    .output(messagesPageView)
    .query(({ ctx, input }) => listMessages(ctx.deps, ctx.actor, input)),

  setHandled: adminProcedure
    .input(handleMessageInput)
    .output(contactMessageView)
    .mutation(({ ctx, input }) => handleMessage(ctx.deps, ctx.actor, input, ctx.origin)),
});
