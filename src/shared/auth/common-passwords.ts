import { z } from 'zod';

/**
 * Lets the browser check whether a password is common without sending it. The browser hashes the lowercase password
 * with SHA-256, and keeps the first `length` hex digits. It sends the first `prefixLength` of them, and searches the
 * returned suffixes for the remaining digits.
 */
export const commonPasswordHash = { prefixLength: 3, length: 12 } as const;

export const commonPasswordsInput = z.object({
  beginning: z
    .string({ error: 'Send the first three digits of the hash' })
    .regex(/^[0-9a-f]{3}$/, 'Send the first three digits of the hash'),
});
