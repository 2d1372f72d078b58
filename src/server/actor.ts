import type { Role } from '../shared/enums.ts';
import { DomainError, notSignedIn, readOnlyView } from './errors.ts';

/** Who is asking: a signed-in person with a live session. */
export type Actor = {
  userId: string;
  role: Role;
  /** Public id of the session; absent where nobody came with one. */
  sessionId?: string;
  /** When this session last proved who its person is, ISO. */
  confirmedAt?: string;
  /** An admin whose rights wait for a second factor: until then `role` is `user`. */
  awaitsTwoFactor?: true;
  /** The same, for a password that the academy's rules refuse. */
  awaitsPassword?: true;
  /** An admin looks at the academy as this student until `endsAt`: nothing may be changed. */
  viewing?: { viewId: string; adminId: string; endsAt: string };
};
/** Required by admin operations, so that they do not compile with a student's context. */
export type AdminActor = Actor & { role: 'admin' };

/** For every door to what is an admin's. @throws DomainError not_signed_in, two_factor_setup_required, password_change_required, forbidden */
export function requireAdmin(actor: Actor | null): AdminActor {
  if (!actor) throw notSignedIn();
  if (actor.awaitsTwoFactor) {
    throw new DomainError(
      'two_factor_setup_required',
      'Admins of this academy need a second factor. Set it up in your profile, then go on.',
    );
  }
  if (actor.awaitsPassword) {
    throw new DomainError(
      'password_change_required',
      'Your password does not meet the rules of this academy. Change it in your profile, then go on.',
    );
  }
  rejectWhileImpersonating(actor);
  if (actor.role !== 'admin') throw new DomainError('forbidden', 'You need admin privileges for this');
  return { ...actor, role: 'admin' };
}

/** For doors that are no procedures. @throws DomainError read_only_view */
export function rejectWhileImpersonating(actor: Actor | null): void {
  if (actor?.viewing) throw readOnlyView();
}

/** Where a request came from, for limits and the audit log. */
export type Origin = { ip: string; requestId: string; userAgent: string | null };

/** What ties uploads together before there is an account: a random ticket in the sealed cookie. */
export type Uploader = { actor: Actor | null; ticket: string | null };
