import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';
import { optionalText } from '../text-schemas.ts';
import { contactTopics } from './contact.ts';
import { unfilledPlaceholder } from './reply-templates.ts';

/**
 * `answered`: an admin has replied. `closed`: nothing is left to do. A privacy request stays due until it is closed,
 * because a reply alone does not hand over or erase any data.
 */
const messageStates = ['open', 'answered', 'closed'] as const;
export type MessageState = (typeof messageStates)[number];

/** `open`: messages that wait for an admin. `privacy`: privacy requests that are not closed, most urgent first. */
export const messageFilters = ['open', 'privacy', 'answered', 'closed', 'all'] as const;
export type MessageFilter = (typeof messageFilters)[number];

export const listMessagesInput = z.object({ filter: z.enum(messageFilters), cursor: cursorInput });
export type ListMessagesInput = z.infer<typeof listMessagesInput>;

const contactMessageView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  topic: z.enum(contactTopics),
  message: z.string(),
  state: z.enum(messageStates),
  createdAt: z.string(),
  /** ISO 8601. For privacy requests: one month after receipt; null for all others. */
  dueAt: z.string().nullable(),
  /** Not closed and past its due date. */
  overdue: z.boolean(),
  answeredAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  closedByName: z.string().nullable(),
});
export type ContactMessage = z.infer<typeof contactMessageView>;

export const messagesPageView = pageView(contactMessageView).extend({
  /** The number of all messages that wait for an admin, regardless of the filter. */
  openCount: z.int(),
  overdueCount: z.int(),
});
export type MessagesPage = z.infer<typeof messagesPageView>;

export const contactEntryKinds = ['reply', 'note'] as const;
export type ContactEntryKind = (typeof contactEntryKinds)[number];

const contactEntryView = z.object({
  id: z.uuid(),
  kind: z.enum(contactEntryKinds),
  body: z.string(),
  /** Null if the admin's account was deleted. */
  authorName: z.string().nullable(),
  createdAt: z.string(),
  /** The state of a reply's email; null for notes, and for replies whose email is no longer stored. */
  email: z.enum(['queued', 'sent', 'failed']).nullable(),
});
export type ContactEntry = z.infer<typeof contactEntryView>;

/** A message with its replies and notes, oldest first. */
export const messageThreadView = z.object({
  message: contactMessageView,
  /** Changes with each reply and change of state. */
  version: z.int(),
  account: z
    .object({
      id: z.uuid(),
      name: z.string(),
      /** False if the writer was not logged in: anyone may have entered this account's email. */
      loggedIn: z.boolean(),
    })
    .nullable(),
  entries: z.array(contactEntryView),
});
export type MessageThread = z.infer<typeof messageThreadView>;

const replyMaxLength = 8_000;

const written = (missing: string) => optionalText(replyMaxLength).trim().min(1, missing);

export const messageIdInput = z.object({ id: z.uuid('Unknown message') });

export const replyInput = messageIdInput.extend({
  /** The version of the thread that the admin saw. */
  version: z.int(),
  body: written('Write your reply').superRefine((text, context) => {
    const left = unfilledPlaceholder(text);
    if (left !== undefined) context.addIssue({ code: 'custom', message: `Replace ${left} before you send` });
  }),
  /** Whether the reply also closes the message, because nothing is left to do. */
  close: z.boolean(),
});
export type ReplyInput = z.infer<typeof replyInput>;

export const messageNoteInput = messageIdInput.extend({ body: written('Write the note') });

export const setMessageClosedInput = messageIdInput.extend({ closed: z.boolean() });
