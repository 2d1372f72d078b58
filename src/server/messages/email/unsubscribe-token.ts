import { timingSafeEqual } from 'node:crypto';
import type { OptionalEmailKind } from '../../../shared/messages/email-kinds.ts';
import { isOptionalEmailKind } from '../../../shared/messages/email-kinds.ts';
import type { Sealing } from '../../platform/crypto/sealing.ts';

export type EmailSubscription = { userId: string; kind: OptionalEmailKind };

/**
 * A token that only switches off one kind of email for one user. It never expires, so that the links in old emails
 * keep working.
 */
export function unsubscribeToken(sealing: Sealing, { userId, kind }: EmailSubscription): string {
  return `${kind}.${userId}.${signatureOf(sealing, kind, userId)}`;
}

/** Undefined unless the signature is valid. */
export function readUnsubscribeToken(sealing: Sealing, token: string): EmailSubscription | undefined {
  const [kind = '', userId = '', signature = '', ...rest] = token.split('.');
  if (!isOptionalEmailKind(kind) || rest.length > 0) return undefined;
  const expected = Buffer.from(signatureOf(sealing, kind, userId));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? { userId, kind } : undefined;
}

function signatureOf(sealing: Sealing, kind: string, userId: string): string {
  return sealing.keyedHash('mail unsubscribe', `${kind}.${userId}`);
}
