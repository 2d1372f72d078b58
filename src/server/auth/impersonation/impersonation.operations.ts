import {
  impersonationMinutes,
  type OwnImpersonation,
  type StartImpersonationInput,
} from '../../../shared/admin/impersonation.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { Actor, AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound, notSignedIn } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import {
  endImpersonation,
  findImpersonationsOf,
  type ImpersonationRow,
  insertImpersonation,
  lockAdmin,
  lockImpersonatedUser,
  lockSession,
  setSessionImpersonation,
} from './impersonation.queries.ts';

const maxListed = 20;

/**
 * Starts an impersonation: in this session, the admin sees the academy as the student does, read-only. The
 * impersonation expires automatically and appears in the student's profile. The reason is stored with the
 * impersonation, and erased with the student's account.
 * @throws DomainError not_found; not_signed_in if the admin's session has ended; conflict if the user is an admin or
 * cannot log in
 */
export async function startImpersonation(
  deps: Deps,
  admin: AdminActor,
  { id, reason }: StartImpersonationInput,
  metadata: RequestMetadata,
): Promise<{ endsAt: string }> {
  const { sessionId } = admin;
  if (sessionId === undefined) throw notSignedIn();
  return inTransaction(deps.db, async (trx) => {
    const user = await lockImpersonatedUser(trx, id);
    if (!user) throw notFound('User');
    if (user.role === 'admin') {
      throw new DomainError('conflict', 'You can view the academy as a student, but not as another admin.');
    }
    if (user.suspended_at !== null || user.deletion_due_at !== null) {
      throw new DomainError('conflict', 'This account cannot log in, so there is nothing to view.');
    }
    await lockAdmin(trx, admin.userId);
    const session = await lockSession(trx, sessionId, admin.userId);
    if (!session) throw notSignedIn();
    const now = deps.now();
    // An earlier impersonation that was not stopped: it has expired, its student can no longer be impersonated, or a
    // concurrent request has just started it.
    if (session.viewing_id !== null) await endImpersonation(trx, session.viewing_id, now);
    const endsAt = new Date(now.getTime() + impersonationMinutes * minuteMs);
    const impersonationId = await insertImpersonation(trx, {
      userId: id,
      adminId: admin.userId,
      reason,
      startedAt: now,
      endsAt,
    });
    await setSessionImpersonation(trx, sessionId, impersonationId);
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.viewed_as',
      subjectType: 'user',
      subjectId: id,
      metadata,
      details: { viewId: impersonationId, until: endsAt.toISOString() },
    });
    return { endsAt: endsAt.toISOString() };
  });
}

/** Ends the impersonation, if there is one. @returns the impersonated user; null without an impersonation */
export async function stopImpersonation(
  deps: Deps,
  actor: Actor,
  metadata: RequestMetadata,
): Promise<{ userId: string | null }> {
  const { impersonation, sessionId, userId } = actor;
  if (!impersonation || sessionId === undefined) return { userId: null };
  await inTransaction(deps.db, async (trx) => {
    await lockAdmin(trx, impersonation.adminId);
    const session = await lockSession(trx, sessionId, impersonation.adminId);
    if (session?.viewing_id === impersonation.id) await setSessionImpersonation(trx, sessionId, null);
    if (!(await endImpersonation(trx, impersonation.id, deps.now()))) return;
    await recordAudit(trx, {
      actorId: impersonation.adminId,
      action: 'user.view_ended',
      subjectType: 'user',
      subjectId: userId,
      metadata,
      details: { viewId: impersonation.id },
    });
  });
  return { userId };
}

/** The last 20 impersonations of the caller's account, newest first. */
export async function listOwnImpersonations(deps: Deps, actor: Actor): Promise<OwnImpersonation[]> {
  return (await findImpersonationsOf(deps.db, actor.userId, maxListed)).map(presentImpersonation);
}

/** What the student sees: without the admin's name and the reason. */
function presentImpersonation(row: ImpersonationRow): OwnImpersonation {
  return { id: row.id, startedAt: row.started_at, endedAt: row.ended_at ?? row.ends_at };
}
