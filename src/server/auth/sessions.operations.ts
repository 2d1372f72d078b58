import type { Actor, Origin } from '../actor.ts';
import type { Db, Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { createSid, hashSid } from './session-id.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findLiveSession,
  insertSession,
  type LiveSession,
} from './sessions.queries.ts';

const day = 24 * 60 * 60 * 1000;
/** D-71: 14 days rolling, 60 days in all. */
export const sessionLifetime = { rolling: 14 * day, absolute: 60 * day };
/** The row is touched at most this often. */
const touchEvery = 10 * 60 * 1000;

/**
 * Starts a session with a fresh random id of 256 bits; signing in also counts as a proof of identity (M8).
 * @returns the id, for the cookie only.
 */
export async function startSession(db: Db | Trx, userId: string, origin: Origin, now: Date): Promise<string> {
  const sid = createSid();
  await insertSession(db, {
    sidHash: hashSid(sid),
    userId,
    expiresAt: new Date(now.getTime() + sessionLifetime.rolling),
    userAgent: origin.userAgent?.slice(0, 300) ?? null,
    ip: origin.ip,
    now,
  });
  return sid;
}

/** Who the cookie's session belongs to, or null when it is over. */
export async function resumeSession(deps: Deps, sid: string): Promise<Actor | null> {
  const now = deps.now();
  const sidHash = hashSid(sid);
  const session = await findLiveSession(deps.db, sidHash, now);
  if (!session) return null;
  const endsAt = Date.parse(session.createdAt) + sessionLifetime.absolute;
  if (now.getTime() - Date.parse(session.lastSeenAt) > touchEvery) {
    await extendSession(
      deps.db,
      sidHash,
      new Date(Math.min(now.getTime() + sessionLifetime.rolling, endsAt)),
      now,
    );
  }
  const { userId, role } = session;
  return {
    userId,
    sessionId: session.id,
    ...(session.confirmedAt !== null && { confirmedAt: session.confirmedAt }),
    ...((await lacksTwoFactor(deps, session))
      ? { role: 'user' as const, awaitsTwoFactor: true as const }
      : { role }),
  };
}

/** While the academy asks admins for a second factor, one without it has no more rights than a student (D-60). */
async function lacksTwoFactor(deps: Deps, session: LiveSession): Promise<boolean> {
  if (session.role !== 'admin' || session.twoFactorEnabledAt !== null) return false;
  return (await getSettings(deps)).requireAdminTwoFactor;
}

/** Ends the session on the server: the same cookie is worth nothing afterwards (ACC-7). */
export async function endSession(deps: Deps, sid: string): Promise<void> {
  await deleteSession(deps.db, hashSid(sid));
}

export function sweepSessions(deps: Deps): Promise<number> {
  return deleteExpiredSessions(deps.db, deps.now());
}
