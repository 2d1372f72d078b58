import type { SessionView } from '../../shared/auth/sign-in-security.ts';
import { englishCountryName } from '../../shared/countries.ts';
import type { Actor, AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { createToken, hashToken } from '../platform/crypto/secret-token.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { maskAddress } from '../platform/network-address.ts';
import { findAccount } from './accounts.queries.ts';
import { deleteChallenges } from './challenges.queries.ts';
import { deviceLabel } from './device-label.ts';
import { deleteOtherSessions, replaceSidHash } from './sessions.queries.ts';
import {
  deleteSessionById,
  deleteSessionsExcept,
  findLiveSessions,
  type SessionRow,
} from './signed-in-devices.queries.ts';

/** Lists at most 100 of the user's live sessions, most recently used first. */
export async function listSessions(deps: Deps, actor: Actor): Promise<SessionView[]> {
  const rows = await findLiveSessions(deps.db, actor.userId, deps.now());
  return rows.map((row) => presentSession(row, actor.sessionId));
}

/** Ends one of the user's own sessions. @throws DomainError not_found, also for another user's session */
export async function endOwnSession(
  deps: Deps,
  actor: Actor,
  id: string,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    if (!(await deleteSessionById(trx, actor.userId, id))) throw notFound('Session');
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'session.ended',
      subjectType: 'session',
      subjectId: id,
      metadata,
    });
  });
}

/** Ends all of the user's sessions except the current one. @returns the number of sessions ended */
export async function endOtherSessions(deps: Deps, actor: Actor, metadata: RequestMetadata): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    const ended = await deleteSessionsExcept(trx, actor.userId, actor.sessionId);
    await deleteChallenges(trx, actor.userId);
    // Calls that end no session are not recorded, so that repeated calls do not fill the audit log.
    if (ended === 0) return 0;
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'user.other_sessions_ended',
      subjectType: 'user',
      subjectId: actor.userId,
      metadata,
    });
    return ended;
  });
}

/**
 * Ends all sessions of a user, and the user's logins that wait for a second-factor code. Call this function in the
 * transaction that changes the user's role or suspends the user, for example. This function and `endOtherSessions` both
 * delete the sessions before the waiting logins, so that they cannot deadlock.
 * @returns the number of sessions ended
 */
export async function endEverySession(trx: Trx, userId: string): Promise<number> {
  const ended = await deleteSessionsExcept(trx, userId, undefined);
  await deleteChallenges(trx, userId);
  return ended;
}

/**
 * Ends all sessions of a user except the current one. The current session gets a new id, so that its earlier cookie is
 * no longer valid.
 * @param sid - session id from the user's cookie; if null, there is no current session, and all sessions end
 * @returns the new session id for the cookie; null if there is no current session
 */
export async function renewSession(trx: Trx, userId: string, sid: string | null): Promise<string | null> {
  if (sid === null) {
    await deleteSessionsExcept(trx, userId, undefined);
    return null;
  }
  const freshSid = createToken();
  await deleteOtherSessions(trx, userId, hashToken(sid));
  await replaceSidHash(trx, hashToken(sid), hashToken(freshSid));
  return freshSid;
}

/** Ends all sessions of a user, for an admin. @returns the number of sessions ended @throws DomainError not_found */
export async function endAllSessionsOf(
  deps: Deps,
  admin: AdminActor,
  userId: string,
  metadata: RequestMetadata,
): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    if (!(await findAccount(trx, userId))) throw notFound('User');
    const ended = await endEverySession(trx, userId);
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.sessions_ended',
      subjectType: 'user',
      subjectId: userId,
      metadata,
    });
    return ended;
  });
}

/** The returned `id` is neither the secret session id in the cookie nor the hash of that secret id. */
function presentSession(row: SessionRow, currentId: string | undefined): SessionView {
  const { userAgent, ip, country } = row.sess;
  return {
    id: row.id,
    device: deviceLabel(userAgent),
    address: maskAddress(ip),
    country: country && englishCountryName(country),
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    current: row.id === currentId,
  };
}
