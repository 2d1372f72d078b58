import { z } from 'zod';

/**
 * How the browser finds out whether a password is common without sending it: it names the first digits (`asked`) of the
 * SHA-256 of the password in lower case, and looks for its own among all that begin so. In hexadecimal digits.
 */
export const commonPasswordHash = { asked: 3, length: 12 } as const;

export const commonPasswordsInput = z.object({
  beginning: z
    .string({ error: 'Send the first three digits of the hash' })
    .regex(/^[0-9a-f]{3}$/, 'Send the first three digits of the hash'),
});
