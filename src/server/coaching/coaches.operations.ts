import type { z } from 'zod';
import type { Coach, coachIdInput, grantCoachInput } from '../../shared/coaching/coaches.ts';
import { dayMs } from '../../shared/durations.ts';
import type { AdminActor, Origin } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { canLogIn, deactivateCoach, findCoaches, saveCoach } from './coaches.queries.ts';
import { unclaimBefore } from './questions.queries.ts';

export async function listCoaches(deps: Deps, _actor: AdminActor): Promise<Coach[]> {
  const rows = await findCoaches(deps.db, new Date(deps.now().getTime() - 30 * dayMs));
  return rows.map((row) => ({
    userId: row.user_id,
    displayName: row.display_name,
    about: row.about,
    weeklyCapacity: row.weekly_capacity,
    active: row.active,
    claimed: row.claimed,
    answered: row.answered,
    createdAt: row.created_at,
  }));
}

/**
 * Makes a user a coach, or changes how the coach appears. Admins can choose themselves.
 * @throws DomainError not_found, also for an account that cannot log in
 */
export async function grantCoach(
  deps: Deps,
  actor: AdminActor,
  { userId, ...coach }: z.infer<typeof grantCoachInput>,
  origin: Origin,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    if (!(await canLogIn(trx, userId))) throw notFound('User');
    await saveCoach(trx, { userId, ...coach, grantedBy: actor.userId, now: deps.now() });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'coach.granted',
      subjectType: 'user',
      subjectId: userId,
      origin,
      details: { weeklyCapacity: coach.weeklyCapacity },
    });
  });
}

/** Ends being a coach. Open cases go back to the queue; answers stay, with the coach's name. Idempotent. */
export async function revokeCoach(
  deps: Deps,
  actor: AdminActor,
  { userId }: z.infer<typeof coachIdInput>,
  origin: Origin,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    if (!(await deactivateCoach(trx, userId))) return;
    await unclaimBefore(trx, deps.now(), userId);
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'coach.revoked',
      subjectType: 'user',
      subjectId: userId,
      origin,
    });
  });
}
