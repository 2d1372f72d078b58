import { z } from 'zod';
import { emailTextKeys } from '../site-texts/email-texts.ts';

/** The outcome of a test email. `waiting`: no email server is connected, or it has not accepted the email yet. */
export const testEmailView = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** False if no email server is connected: the email stays in the outbox. */
  connected: z.boolean(),
  /** Why the last attempt failed; null if no attempt has failed. */
  error: z.string().nullable(),
});
export type TestEmail = z.infer<typeof testEmailView>;

const editedText = z.string().max(5_000, 'This text is too long');
/** The texts of an email in the editor, saved or not. */
export const textTestInput = z.object({
  email: z.enum(emailTextKeys, 'There is no such email'),
  texts: z.object({ subject: editedText, body: editedText, closing: editedText }),
});
export type TextTestInput = z.infer<typeof textTestInput>;
