import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import type { AccountTokenPurpose } from '../platform/db/tables/account-tables.ts';
import { deleteExpiredTokens, insertToken } from './security.queries.ts';

const hour = 60 * 60 * 1000;

/** How long a link stays valid, in milliseconds. */
const lifetimes: Record<AccountTokenPurpose, number> = { verify_email: 24 * hour, reset_password: hour };

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Creates a token of 32 random bytes for a link. Only its hash is stored. */
export async function issueToken(
  trx: Trx,
  userId: string,
  purpose: AccountTokenPurpose,
  now: Date,
): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetimes[purpose]);
  const id = await insertToken(trx, { userId, purpose, tokenHash: hashToken(token), now, expiresAt });
  return { id, token };
}

/** The same error for used, expired, unknown and altered tokens. */
export function linkIsOver(): DomainError {
  return new DomainError('gone', 'This link was used already or is too old. Please ask for a new one.');
}

export function sweepAccountTokens(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return deleteExpiredTokens(deps.db, deps.now());
}
