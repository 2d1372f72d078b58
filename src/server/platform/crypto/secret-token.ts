import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text, for a cookie or a link. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Only this hash of a token is stored, so that a leaked table does not reveal usable tokens. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
