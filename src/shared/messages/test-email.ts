import { z } from 'zod';

/** The outcome of a test email. `waiting`: no email server is connected, or it has not accepted the email yet. */
export const testEmailView = z.object({
  id: z.uuid(),
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** False if no email server is connected: the email stays in the outbox. */
  connected: z.boolean(),
  /** Why the last attempt failed; null if none has. */
  error: z.string().nullable(),
});
export type TestEmail = z.infer<typeof testEmailView>;
