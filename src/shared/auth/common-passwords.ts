import { z } from 'zod';

/**
 * Lets the browser check whether a password is common without sending it. The browser sends the first `prefixLength` hex
 * digits of the SHA-256 of the lowercase password, and searches the returned suffixes for its own: the digits from there
 * up to `length`.
 */
export const commonPasswordHash = { prefixLength: 3, length: 12 } as const;

export const commonPasswordsInput = z.object({
  beginning: z
    .string({ error: 'Send the first three digits of the hash' })
    .regex(/^[0-9a-f]{3}$/, 'Send the first three digits of the hash'),
});
