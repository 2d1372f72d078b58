import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '../../shared/auth/sign-in-security.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';

/** Without characters that look alike. Ten characters have 49 bits of entropy, enough for a keyed hash. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const half = 5;

/** Creates ten codes such as `k7m2p-9xw4d`. The caller shows them once and stores only their hashes. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(`${randomCharacters()}-${randomCharacters()}`);
  return [...codes];
}

function randomCharacters(): string {
  return Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** @param code - with or without its dash, in lowercase */
export function hashRecoveryCode(sealing: Sealing, userId: string, code: string): string {
  return sealing.keyedHash(`two_factor.recovery_code:${userId}`, code.replaceAll('-', ''));
}
