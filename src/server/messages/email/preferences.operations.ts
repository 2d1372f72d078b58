import {
  type MailPreferences,
  type OptionalMailKind,
  optionalMailKinds,
  optionalMails,
} from '../../../shared/messages/mail-kinds.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { findPreferences, savePreference } from './mail.queries.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

/** Every mail that this person may switch off, and whether it is on; all are until somebody says otherwise. */
export async function listMailPreferences(deps: Deps, actor: Actor): Promise<MailPreferences> {
  const saved = new Map((await findPreferences(deps.db, actor.userId)).map((row) => [row.kind, row.enabled]));
  return optionalMailKinds.map((kind) => ({
    kind,
    ...optionalMails[kind],
    enabled: saved.get(kind) ?? true,
  }));
}

export async function setMailPreference(
  deps: Deps,
  actor: Actor,
  { kind, enabled }: { kind: OptionalMailKind; enabled: boolean },
): Promise<MailPreferences> {
  await savePreference(deps.db, { user_id: actor.userId, kind, enabled, updated_at: deps.now() });
  return listMailPreferences(deps, actor);
}

/**
 * What the link in an optional mail is about; needs no session.
 * @returns the name of the mail
 * @throws DomainError not_found unless the token is ours
 */
export function readUnsubscribe(deps: Pick<Deps, 'sealing'>, token: string): string {
  const subscription = readUnsubscribeToken(deps.sealing, token);
  if (!subscription) throw notFound('This link');
  return optionalMails[subscription.kind].label;
}

/** Switches the mail of this token off (RFC 8058). Idempotent, also for people who have left. */
export async function unsubscribe(deps: Deps, token: string): Promise<string> {
  const label = readUnsubscribe(deps, token);
  const subscription = readUnsubscribeToken(deps.sealing, token);
  if (subscription) {
    const { userId, kind } = subscription;
    await savePreference(deps.db, { user_id: userId, kind, enabled: false, updated_at: deps.now() });
  }
  return label;
}
