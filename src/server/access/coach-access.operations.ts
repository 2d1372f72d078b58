import { cutText } from '../../shared/cut-text.ts';
import { type Actor, type CoachActor, rejectUnsecured, requireAdmin, type StaffActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, readOnlyView } from '../errors.ts';
import { createDataLoader } from '../platform/db/data-loader.ts';
import type { Trx } from '../platform/db/database.ts';
import { findCoaches, insertFirstCoach } from './coach-access.queries.ts';

/** Many requests check whether the user is a coach, so concurrent requests share a query. */
const coachById = createDataLoader(
  async (db, ids) => new Map((await findCoaches(db, ids)).map((coach) => [coach.userId, coach])),
);

/**
 * Whether the user is an active coach, even one who must first set up a second factor or change the password. False
 * during impersonation. To decide what the user may do, use `hasCoachRights`.
 */
export async function isCoach(deps: Deps, actor: Actor): Promise<boolean> {
  return actor.impersonation === undefined && (await coachById(deps.db, actor.userId)) !== undefined;
}

/** Whether `requireCoach` accepts the user. */
export async function hasCoachRights(deps: Deps, actor: Actor): Promise<boolean> {
  return !actor.awaitsTwoFactor && !actor.awaitsPassword && (await isCoach(deps, actor));
}

/**
 * Guards everything that requires a coach. The rules about the second factor and the password are those for admins.
 * @throws DomainError read_only_view, coach_only, two_factor_setup_required, password_change_required
 */
export async function requireCoach(deps: Deps, actor: Actor): Promise<CoachActor> {
  if (actor.impersonation) throw readOnlyView();
  const coach = await coachById(deps.db, actor.userId);
  if (!coach) throw new DomainError('coach_only', 'Only coaches can open this');
  rejectUnsecured(actor, 'Coaches');
  return { ...actor, coachName: coach.displayName };
}

/** Whether `requireStaff` accepts the user. */
export async function isStaff(deps: Deps, actor: Actor): Promise<boolean> {
  return actor.role === 'admin' || (await hasCoachRights(deps, actor));
}

/** Guards what admins and coaches may do. @throws DomainError the errors of `requireAdmin` or `requireCoach` */
export async function requireStaff(deps: Deps, actor: Actor): Promise<StaffActor> {
  return actor.role === 'admin' ? requireAdmin(actor) : requireCoach(deps, actor);
}

/** Makes the user a coach if there are no coaches yet: the configured admin of a new academy is its first coach. */
export async function makeFirstCoach(
  trx: Trx,
  user: { id: string; first_name: string; last_name: string },
  now: Date,
): Promise<void> {
  const displayName = cutText(`${user.first_name} ${user.last_name}`.trim(), 60) || 'Coach';
  await insertFirstCoach(trx, { userId: user.id, displayName, now });
}
