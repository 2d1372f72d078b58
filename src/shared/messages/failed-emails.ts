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
export const failedEmailsView = pageView(failedEmailView);

export const emailIdInput = z.object({ id: z.uuid('Unknown email') });
