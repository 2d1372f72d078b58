import { z } from 'zod';
import {
  listMessagesInput,
  messageIdInput,
  messageNoteInput,
  messagesPageView,
  messageThreadView,
  replyInput,
  setMessageClosedInput,
} from '../../../shared/messages/contact-messages.ts';
import {
  deleteTemplateInput,
  replyTemplateView,
  saveTemplateInput,
} from '../../../shared/messages/reply-templates.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import { getThread, listMessages, setMessageClosed } from './messages.operations.ts';
import { addMessageNote, replyToMessage } from './replies.operations.ts';
import { deleteTemplate, listTemplates, saveTemplate } from './reply-templates.operations.ts';

export const contactAdminRouter = router({
  list: adminProcedure
    .input(listMessagesInput)
    .output(messagesPageView)
    .query(({ ctx, input }) => listMessages(ctx.deps, ctx.actor, input)),

  thread: adminProcedure
    .input(messageIdInput)
    .output(messageThreadView)
    .query(({ ctx, input }) => getThread(ctx.deps, ctx.actor, input.id)),

  reply: adminProcedure
    .input(replyInput)
    .output(messageThreadView)
    .mutation(({ ctx, input }) => replyToMessage(ctx.deps, ctx.actor, input, ctx.metadata)),

  addNote: adminProcedure
    .input(messageNoteInput)
    .output(messageThreadView)
    .mutation(({ ctx, input }) => addMessageNote(ctx.deps, ctx.actor, input, ctx.metadata)),

  setClosed: adminProcedure
    .input(setMessageClosedInput)
    .output(messageThreadView)
    .mutation(({ ctx, input }) => setMessageClosed(ctx.deps, ctx.actor, input, ctx.metadata)),

  templates: adminProcedure
    .output(z.array(replyTemplateView))
    .query(({ ctx }) => listTemplates(ctx.deps, ctx.actor)),

  saveTemplate: adminProcedure
    .input(saveTemplateInput)
    .output(z.array(replyTemplateView))
    .mutation(({ ctx, input }) => saveTemplate(ctx.deps, ctx.actor, input, ctx.metadata)),

  deleteTemplate: adminProcedure
    .input(deleteTemplateInput)
    .output(z.array(replyTemplateView))
    .mutation(({ ctx, input }) => deleteTemplate(ctx.deps, ctx.actor, input, ctx.metadata)),
});
