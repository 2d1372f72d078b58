import { dayMs, minuteMs } from '../../shared/durations.ts';
import type { Actor, RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { createToken, hashToken } from '../platform/crypto/secret-token.ts';
import { createDataLoader } from '../platform/db/data-loader.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { getSettings } from '../settings/settings.operations.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findImpersonatedStudent,
  findSessions,
  insertSession,
  type LiveSession,
} from './sessions.queries.ts';
import { markSeen } from './users.queries.ts';

/** Minimum time between two updates of a session and of its user's `last_seen_at`, in milliseconds. */
const updateIntervalMs = 10 * minuteMs;

/**
 * The account as it was when the login checked it. If password or second factor have changed since, the login fails.
 */
export type SignedInTo = Pick<UserRow, 'id' | 'password_hash' | 'two_factor_enabled_at' | 'last_seen_at'>;

/**
 * Starts a session with a random 256-bit id. Logging in also counts as recent authentication. Call this function last
 * in a transaction, because it locks the account.
 * @returns the session id, only for the cookie
 * @throws DomainError invalid_credentials if the password or the second factor has changed since it was checked, or the
 * account can no longer log in
 */
export async function startSession(
  deps: Pick<Deps, 'config'>,
  db: Db | Trx,
  account: SignedInTo,
  metadata: RequestMetadata,
  now: Date,
): Promise<string> {
  const lastSeen = account.last_seen_at;
  // Update before `insertSession` takes its share lock: two transactions that share a lock cannot update the row.
  if (lastSeen === null || now.getTime() - Date.parse(lastSeen) > updateIntervalMs) {
    await markSeen(db, account.id, now);
  }
  const sid = createToken();
  const isStarted = await insertSession(db, {
    sidHash: hashToken(sid),
    userId: account.id,
    passwordHash: account.password_hash,
    hasTwoFactor: account.two_factor_enabled_at !== null,
    expiresAt: new Date(now.getTime() + deps.config.session.idleDays * dayMs),
    userAgent: metadata.userAgent?.slice(0, 300) ?? null,
    ip: metadata.ip,
    country: metadata.country,
    now,
  });
  if (!isStarted) throw new DomainError('invalid_credentials', 'Invalid credentials');
  return sid;
}

/** Every request with a session cookie needs its session, so concurrent requests share a query. */
const sessionsBySidHash = createDataLoader(
  async (db, sidHashes) =>
    new Map((await findSessions(db, sidHashes)).map((session) => [session.sidHash, session])),
);

/**
 * Returns the user of the session in the cookie: the student, while an admin impersonates one. Null if the session has
 * ended or its user cannot log in.
 */
export async function resumeSession(deps: Deps, sid: string): Promise<Actor | null> {
  const now = deps.now();
  const sidHash = hashToken(sid);
  const session = await sessionsBySidHash(deps.db, sidHash);
  if (!session || Date.parse(session.expire) <= now.getTime()) return null;
  const { idleDays, maxDays } = deps.config.session;
  const endsAt = Date.parse(session.createdAt) + maxDays * dayMs;
  if (now.getTime() - Date.parse(session.lastSeenAt) > updateIntervalMs) {
    await extendSession(deps.db, sidHash, new Date(Math.min(now.getTime() + idleDays * dayMs, endsAt)), now);
  }
  const { userId, role } = session;
  const missing = await missingRequirementOf(deps, session);
  if (session.impersonationId !== null && role === 'admin' && !missing) {
    const student = await findImpersonatedStudent(deps.db, session.impersonationId, now);
    if (student) {
      // Without `confirmedAt`, which proves the identity of the admin, not of the student.
      const impersonation = { id: session.impersonationId, adminId: userId, endsAt: student.endsAt };
      return { userId: student.userId, role: 'user', sessionId: session.id, impersonation };
    }
  }
  return {
    userId,
    sessionId: session.id,
    ...(session.confirmedAt !== null && { confirmedAt: session.confirmedAt }),
    ...(missing ?? { role }),
  };
}

type MissingRequirement = { role: 'user' } & ({ awaitsTwoFactor: true } | { awaitsPassword: true });

/**
 * The requirement that an admin or a coach does not meet: a second factor, or a password that the strict policy
 * accepts. Until the requirement is met, the user has only a student's rights.
 */
async function missingRequirementOf(
  deps: Deps,
  session: LiveSession,
): Promise<MissingRequirement | undefined> {
  const { role, isCoach, twoFactorEnabledAt, passwordRejectedAt } = session;
  if ((role !== 'admin' && !isCoach) || (twoFactorEnabledAt !== null && passwordRejectedAt === null))
    return undefined;
  const { requireAdminTwoFactor, passwordPolicy } = await getSettings(deps);
  if (twoFactorEnabledAt === null && requireAdminTwoFactor) return { role: 'user', awaitsTwoFactor: true };
  if (passwordRejectedAt !== null && passwordPolicy === 'strict')
    return { role: 'user', awaitsPassword: true };
  return undefined;
}

/** Ends the session on the server, which invalidates its cookie. */
export async function endSession(deps: Deps, sid: string): Promise<void> {
  await deleteSession(deps.db, hashToken(sid));
}

export function sweepSessions(deps: Deps): Promise<number> {
  return deleteExpiredSessions(deps.db, deps.now());
}
