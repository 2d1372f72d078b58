import type { z } from 'zod';
import type { Coach, coachIdInput, GrantCoachInput } from '../../shared/coaching/coaches.ts';
import { dayMs } from '../../shared/durations.ts';
import { savedMeanwhileText } from '../../shared/saved-meanwhile.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { endEverySession } from '../auth/signed-in-devices.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { deactivateCoach, findCoaches, lockCoach, lockIfCanLogIn, saveCoach } from './coaches.queries.ts';
import { unclaimBefore } from './questions.queries.ts';

/** Present and former coaches. `answered` counts their answers in the last 30 days. */
export async function listCoaches(deps: Deps, _actor: AdminActor): Promise<Coach[]> {
  const rows = await findCoaches(deps.db, new Date(deps.now().getTime() - 30 * dayMs));
  return rows.map((row) => ({
    userId: row.user_id,
    displayName: row.display_name,
    about: row.about,
    weeklyCapacity: row.weekly_capacity,
    active: row.active,
    canLogIn: row.can_log_in,
    claimed: row.claimed,
    answered: row.answered,
    createdAt: row.created_at,
  }));
}

/**
 * Makes a user a coach, or changes a coach's details. A user who becomes a coach, or becomes one again, must log in
 * again unless they are an admin. Admins can make themselves coaches. Only the fields that this admin edited are
 * written, because another admin may have changed the others.
 * @throws DomainError not_found, also for an account that cannot log in; conflict if another admin has changed the same
 * fields, which the error names, or has ended the user's role as a coach since this admin opened the form
 */
export async function grantCoach(
  deps: Deps,
  actor: AdminActor,
  { userId, before, ...entered }: GrantCoachInput,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const account = await lockIfCanLogIn(trx, userId);
    if (!account) throw notFound('User');
    const stored = await lockCoach(trx, userId);
    const coach = stored ? mergeEdits(stored, before, entered) : entered;
    // The strength of a coach's or admin's password is checked at login, so a user who was neither must log in again.
    if (!stored?.active && account.role !== 'admin') await endEverySession(trx, userId);
    await saveCoach(trx, { userId, ...coach, grantedBy: actor.userId, now: deps.now() });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: stored?.active ? 'coach.edited' : 'coach.granted',
      subjectType: 'user',
      subjectId: userId,
      metadata,
      details: { weeklyCapacity: coach.weeklyCapacity },
    });
  });
}

type CoachFields = Pick<GrantCoachInput, 'displayName' | 'about' | 'weeklyCapacity'>;

/** The stored fields with the admin's edits. @throws DomainError conflict */
function mergeEdits(
  stored: CoachFields & { active: boolean },
  before: GrantCoachInput['before'],
  entered: CoachFields,
): CoachFields {
  if (before?.active && !stored.active) {
    throw new DomainError(
      'conflict',
      'This coach was stopped from answering in another tab or by another admin. Save again to let the coach answer again.',
    );
  }
  const isEdited = (name: keyof CoachFields) => entered[name] !== before?.[name];
  const names = ['displayName', 'about', 'weeklyCapacity'] as const;
  const outdated = names.filter(
    (name) => isEdited(name) && stored[name] !== before?.[name] && stored[name] !== entered[name],
  );
  if (outdated.length > 0) {
    throw new DomainError(
      'conflict',
      'This coach was changed after you opened it, in another tab or by another admin. Nothing was saved.',
      {
        fields: Object.fromEntries(outdated.map((name) => [name, savedMeanwhileText(String(stored[name]))])),
      },
    );
  }
  return {
    displayName: isEdited('displayName') ? entered.displayName : stored.displayName,
    about: isEdited('about') ? entered.about : stored.about,
    weeklyCapacity: isEdited('weeklyCapacity') ? entered.weeklyCapacity : stored.weeklyCapacity,
  };
}

/**
 * Unclaims the questions of a coach who can no longer answer them, so that they return to the queue. Call this before
 * locking the coach's account, because an answer locks its question before the account.
 */
export async function releaseQuestionsOf(deps: Deps, trx: Trx, coachId: string): Promise<void> {
  await unclaimBefore(trx, deps.now(), coachId);
}

/**
 * Ends a user's role as a coach. Questions that the coach has claimed return to the queue; the coach's answers stay,
 * with the coach's name. Idempotent.
 */
export async function revokeCoach(
  deps: Deps,
  actor: AdminActor,
  { userId }: z.infer<typeof coachIdInput>,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    if (!(await deactivateCoach(trx, userId))) return;
    await releaseQuestionsOf(deps, trx, userId);
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'coach.revoked',
      subjectType: 'user',
      subjectId: userId,
      metadata,
    });
  });
}
