import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { totpRules } from '../../shared/auth/sign-in-security.ts';

/** 160 bits, as RFC 4226 §4 recommends. */
const secretBytes = 20;

/** The purpose for which a user's secret is sealed (encrypted). Decrypting the secret requires the same purpose. */
export function secretPurpose(userId: string): string {
  return `two_factor.secret:${userId}`;
}

export function createSecret(): Buffer {
  return randomBytes(secretBytes);
}

function totpOf(secret: Buffer, names?: { issuer: string; label: string }): TOTP {
  return new TOTP({
    ...names,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: totpRules.digits,
    period: totpRules.period,
  });
}

/** The `otpauth:` URI for authenticator apps, and the secret in Base32, in groups of four characters. */
export function describeSecret(
  secret: Buffer,
  names: { issuer: string; label: string },
): { uri: string; key: string } {
  const totp = totpOf(secret, names);
  return { uri: totp.toString(), key: totp.secret.base32.replaceAll(/(.{4})(?=.)/g, '$1 ') };
}

/**
 * Returns the RFC 6238 time step of this code: the current step, the one before it or the one after it.
 * @returns undefined for a wrong code
 */
export function matchingStep(secret: Buffer, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / totpRules.period) + delta;
}
