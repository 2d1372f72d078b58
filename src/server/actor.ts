import type { Role } from '../shared/enums.ts';
import { DomainError, notSignedIn, readOnlyView } from './errors.ts';

/** The user on whose behalf an operation runs. */
export type Actor = {
  userId: string;
  role: Role;
  /**
   * Public id of the user's session; absent when the server acts for a user who has no session, as in the demo data.
   */
  sessionId?: string;
  /** When the user last authenticated in this session, ISO. */
  confirmedAt?: string;
  /** An admin or a coach without the required second factor; until it is set up, `role` is `user`. */
  awaitsTwoFactor?: true;
  /** An admin or a coach whose password the policy rejects; until it is changed, `role` is `user`. */
  awaitsPassword?: true;
  /** An admin impersonates this student until `endsAt`, and can change nothing. */
  impersonation?: { id: string; adminId: string; endsAt: string };
};
/** Required by admin operations, so that they do not compile with a student's context. */
export type AdminActor = Actor & { role: 'admin' };

/** Required by the operations of coaches. Any user can be a coach, with or without the role of an admin. */
export type CoachActor = Actor & { coachName: string };

/** Required by operations for admins and coaches. */
export type StaffActor = AdminActor | CoachActor;

/**
 * Guards everything that requires an admin.
 * @throws DomainError not_signed_in, two_factor_setup_required, password_change_required, read_only_view, forbidden
 */
export function requireAdmin(actor: Actor | null): AdminActor {
  if (!actor) throw notSignedIn();
  rejectUnsecured(actor, 'Admins');
  rejectWhileImpersonating(actor);
  if (actor.role !== 'admin') throw new DomainError('forbidden', 'You need admin privileges for this');
  return { ...actor, role: 'admin' };
}

/**
 * Rejects an admin or a coach without the required second factor, or with a password that the policy rejects.
 * @throws DomainError two_factor_setup_required, password_change_required
 */
export function rejectUnsecured(actor: Actor, group: 'Admins' | 'Coaches'): void {
  if (actor.awaitsTwoFactor) {
    throw new DomainError(
      'two_factor_setup_required',
      `${group} of this academy need a second factor. Set it up in your profile, then continue.`,
    );
  }
  if (actor.awaitsPassword) {
    throw new DomainError(
      'password_change_required',
      'Your password does not meet the rules of this academy. Change it in your profile, then continue.',
    );
  }
}

/**
 * Rejects a call during an impersonation. Routes outside of tRPC need this, because `trpc/impersonation-allowlist.ts`
 * does not limit them.
 * @throws DomainError read_only_view
 */
export function rejectWhileImpersonating(actor: Actor | null): void {
  if (actor?.impersonation) throw readOnlyView();
}

/** Facts about a request, for the audit log, limits, security emails and the list of devices. */
export type RequestMetadata = {
  ip: string;
  requestId: string;
  userAgent: string | null;
  /** The two-letter code of the visitor's country; absent if no trusted proxy names one. */
  country?: string | undefined;
};

/** The owner of an upload: a user or, before there is an account, the random ticket in the encrypted cookie. */
export type Uploader = { actor: Actor | null; ticket: string | null };
