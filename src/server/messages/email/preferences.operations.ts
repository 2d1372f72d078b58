import {
  type EmailPreferences,
  type OptionalEmailKind,
  optionalEmailKinds,
  optionalEmails,
} from '../../../shared/messages/email-kinds.ts';
import { isCoach } from '../../access/coach-access.operations.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { findPreferences, savePreference } from './email.queries.ts';
import { type EmailSubscription, readUnsubscribeToken } from './unsubscribe-token.ts';

/** The kinds of optional emails that this user can get, and whether each kind is switched on. */
export async function listEmailPreferences(deps: Deps, actor: Actor): Promise<EmailPreferences> {
  const [preferences, coach] = await Promise.all([
    findPreferences(deps.db, actor.userId),
    isCoach(deps, actor),
  ]);
  const saved = new Map(preferences.map((row) => [row.kind, row.enabled]));
  return optionalEmailKinds
    .filter((kind) => actor.role === 'admin' || !optionalEmails[kind].forAdmins)
    .filter((kind) => coach || !('forCoaches' in optionalEmails[kind]))
    .map((kind) => {
      const { label, description, defaultOn } = optionalEmails[kind];
      return { kind, label, description, enabled: saved.get(kind) ?? defaultOn };
    });
}

export async function setEmailPreference(
  deps: Deps,
  actor: Actor,
  { kind, enabled }: { kind: OptionalEmailKind; enabled: boolean },
): Promise<EmailPreferences> {
  await savePreference(deps.db, { user_id: actor.userId, kind, enabled, updated_at: deps.now() });
  return listEmailPreferences(deps, actor);
}

/**
 * Reads an unsubscribe link's token, which names the kind of email that the link switches off. Requires no session.
 * @returns the label of the email
 * @throws DomainError not_found unless the token is valid
 */
export function readUnsubscribe(deps: Pick<Deps, 'sealing'>, token: string): string {
  return optionalEmails[subscriptionOf(deps, token).kind].label;
}

function subscriptionOf(deps: Pick<Deps, 'sealing'>, token: string): EmailSubscription {
  const subscription = readUnsubscribeToken(deps.sealing, token);
  if (!subscription) throw notFound('This link');
  return subscription;
}

/**
 * Switches off the kind of email that this token names (RFC 8058). Idempotent, and succeeds for deleted accounts.
 * @returns the label of the email
 * @throws DomainError not_found unless the token is valid
 */
export async function unsubscribe(deps: Deps, token: string): Promise<string> {
  const { userId, kind } = subscriptionOf(deps, token);
  await savePreference(deps.db, { user_id: userId, kind, enabled: false, updated_at: deps.now() });
  return optionalEmails[kind].label;
}
