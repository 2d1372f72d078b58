import { z } from 'zod';

/** A mail that was given up. */
export const failedMailView = z.object({
  id: z.uuid(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  attempts: z.int(),
  /** What the mail server said last. */
  lastError: z.string().nullable(),
  createdAt: z.string(),
  /** False for a mail whose secret link was removed when it was given up: the person asks for a new one instead. */
  retryable: z.boolean(),
});
export type FailedMail = z.infer<typeof failedMailView>;

export const mailIdInput = z.object({ id: z.uuid('Unknown mail') });
