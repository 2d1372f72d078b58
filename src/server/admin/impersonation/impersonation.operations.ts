import {
  type AccountView,
  impersonationMinutes,
  type StartImpersonationInput,
} from '../../../shared/admin/impersonation.ts';
import type { Actor, AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound, notSignedIn } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import {
  type AccountViewRow,
  closeView,
  findViewsOf,
  insertView,
  lockAdmin,
  lockSession,
  lockViewed,
  pointSessionAt,
} from './impersonation.queries.ts';

const listed = 20;

/**
 * Starts an impersonation: this session of the admin sees the academy as the student does, read-only. It expires
 * automatically and appears in the student's profile. The reason is stored with it and erased with the account.
 * @throws DomainError not_found, conflict for admins and for accounts that cannot log in
 */
export async function startImpersonation(
  deps: Deps,
  admin: AdminActor,
  { id, reason }: StartImpersonationInput,
  origin: Origin,
): Promise<{ endsAt: string }> {
  const { sessionId } = admin;
  if (sessionId === undefined) throw notSignedIn();
  return inTransaction(deps.db, async (trx) => {
    const viewed = await lockViewed(trx, id);
    if (!viewed) throw notFound('User');
    if (viewed.role === 'admin') {
      throw new DomainError('conflict', 'You can view the academy as a student, but not as another admin.');
    }
    if (viewed.suspended_at !== null || viewed.deletion_due_at !== null) {
      throw new DomainError('conflict', 'This account cannot log in, so there is nothing to view.');
    }
    await lockAdmin(trx, admin.userId);
    const session = await lockSession(trx, sessionId, admin.userId);
    if (!session) throw notSignedIn();
    const now = deps.now();
    // A concurrent second request replaces the first impersonation.
    if (session.viewing_id !== null) await closeView(trx, session.viewing_id, now);
    const endsAt = new Date(now.getTime() + impersonationMinutes * 60 * 1000);
    const viewId = await insertView(trx, {
      userId: id,
      adminId: admin.userId,
      reason,
      startedAt: now,
      endsAt,
    });
    await pointSessionAt(trx, sessionId, viewId);
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.viewed_as',
      subjectType: 'user',
      subjectId: id,
      origin,
      details: { viewId, until: endsAt.toISOString() },
    });
    return { endsAt: endsAt.toISOString() };
  });
}

/** Ends the impersonation, if there is one. @returns the impersonated user */
export async function stopImpersonation(
  deps: Deps,
  actor: Actor,
  origin: Origin,
): Promise<{ userId: string | null }> {
  const { viewing, sessionId, userId } = actor;
  if (!viewing || sessionId === undefined) return { userId: null };
  await inTransaction(deps.db, async (trx) => {
    await lockAdmin(trx, viewing.adminId);
    const session = await lockSession(trx, sessionId, viewing.adminId);
    if (session?.viewing_id === viewing.viewId) await pointSessionAt(trx, sessionId, null);
    if (!(await closeView(trx, viewing.viewId, deps.now()))) return;
    await recordAudit(trx, {
      actorId: viewing.adminId,
      action: 'user.view_ended',
      subjectType: 'user',
      subjectId: userId,
      origin,
      details: { viewId: viewing.viewId },
    });
  });
  return { userId };
}

/** The impersonations of the caller's account, newest first. */
export async function listOwnViews(deps: Deps, actor: Actor): Promise<AccountView[]> {
  return (await findViewsOf(deps.db, actor.userId, listed)).map(presentView);
}

/** The student's view: without the admin's name and the reason. */
function presentView(row: AccountViewRow): AccountView {
  return { id: row.id, startedAt: row.started_at, endedAt: row.ended_at ?? row.ends_at };
}
