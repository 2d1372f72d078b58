import { z } from 'zod';

/**
 * Lets the browser check whether a password is common without sending it. The browser takes the first `length` hex digits
 * of the SHA-256 of the lowercase password, sends the first `asked` of them, and searches the response for the others.
 */
export const commonPasswordHash = { asked: 3, length: 12 } as const;

export const commonPasswordsInput = z.object({
  beginning: z
    .string({ error: 'Send the first three digits of the hash' })
    .regex(/^[0-9a-f]{3}$/, 'Send the first three digits of the hash'),
});
