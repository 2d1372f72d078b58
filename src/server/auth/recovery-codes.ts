import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '../../shared/auth/sign-in-security.ts';
import type { Sealing } from '../platform/crypto/sealing.ts';

/** Without signs that look alike. Ten of them are 49 bits, which a keyed hash protects well enough. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const half = 5;

/** Ten codes such as `k7m2p-9xw4d`, for one look only. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(`${randomSigns()}-${randomSigns()}`);
  return [...codes];
}

function randomSigns(): string {
  return Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** @param code with or without its dash, in lower case */
export function hashRecoveryCode(sealing: Sealing, userId: string, code: string): string {
  return sealing.keyedHash(`two_factor.recovery_code:${userId}`, code.replaceAll('-', ''));
}
