import { createHash, randomBytes } from 'node:crypto';

/** A fresh random session id of 256 bits, for the cookie only. */
export function createSid(): string {
  return randomBytes(32).toString('base64url');
}

/** Only a hash is stored: a leaked table opens no session. */
export function hashSid(sid: string): string {
  return createHash('sha256').update(sid).digest('hex');
}
