import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';
import { contactTopics } from './contact.ts';

/** `privacy`: unanswered requests about personal data, most urgent first. */
export const messageFilters = ['open', 'privacy', 'handled', 'all'] as const;
export type MessageFilter = (typeof messageFilters)[number];

export const listMessagesInput = z.object({ filter: z.enum(messageFilters), cursor: cursorInput });
export type ListMessagesInput = z.infer<typeof listMessagesInput>;

export const contactMessageView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  topic: z.enum(contactTopics),
  message: z.string(),
  /** The account that was logged in when the message was written. */
  userId: z.string().nullable(),
  createdAt: z.string(),
  /** ISO 8601. For privacy requests: one month after receipt. */
  dueAt: z.string().nullable(),
  /** Not handled and past its due date. */
  overdue: z.boolean(),
  handledAt: z.string().nullable(),
  handledByName: z.string().nullable(),
});
export type ContactMessage = z.infer<typeof contactMessageView>;

export const messagesPageView = pageView(contactMessageView).extend({
  /** All open messages, regardless of the filter. */
  openCount: z.int(),
  overdueCount: z.int(),
});
export type MessagesPage = z.infer<typeof messagesPageView>;

export const handleMessageInput = z.object({ id: z.uuid('Unknown message'), handled: z.boolean() });
