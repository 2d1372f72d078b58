import { createHash, randomBytes } from 'node:crypto';

/** A random 256-bit session id, only for the cookie. */
export function createSid(): string {
  return randomBytes(32).toString('base64url');
}

/** Only this hash is stored, so that a leaked table does not reveal usable session ids. */
export function hashSid(sid: string): string {
  return createHash('sha256').update(sid).digest('hex');
}
