import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';

const failedEmailView = z.object({
  id: z.uuid(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  attempts: z.int(),
  /** The last response of the email server. */
  lastError: z.string().nullable(),
  createdAt: z.string(),
  /** False for an email whose secret link was removed when it failed: the user must request a new one. */
  retryable: z.boolean(),
});
export type FailedEmail = z.infer<typeof failedEmailView>;

export const failedEmailsInput = z.object({ cursor: cursorInput });
export const failedEmailsView = pageView(failedEmailView).extend({
  /** Counts of the emails on all pages. `failedUntil` is when the last of these emails failed. */
  counts: z.object({
    all: z.int(),
    retryable: z.int(),
    oldestAt: z.string().nullable(),
    failedUntil: z.string().nullable(),
  }),
});
export type FailedEmails = z.infer<typeof failedEmailsView>;

/** The maximum number of emails that one call queues again or dismisses. */
export const maxEmailsAtOnce = 1_000;
/** `failedUntil` of the list that the admin saw: emails that failed later are not changed. */
export const failedUntilInput = z.object({ failedUntil: z.iso.datetime({ offset: true }) });
export type FailedUntil = z.infer<typeof failedUntilInput>;
export const changedEmailsView = z.object({ count: z.int() });

export const emailIdInput = z.object({ id: z.uuid('Unknown email') });
