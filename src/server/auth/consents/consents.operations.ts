import {
  acceptanceSentence,
  type LegalText,
  legalTexts,
  namesOfTexts,
  registrationSentence,
  type TextVersion,
  withdrawalWaiver,
} from '../../../shared/auth/consents.ts';
import type { Actor, RequestMetadata } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { type Db, inTransaction, type Trx } from '../../platform/db/database.ts';
import { readLegalVersionsInEffect } from '../../settings/legal/legal-texts.operations.ts';
import { findAcceptedVersions, insertConsents, lockConsents } from './consents.queries.ts';

/** The versions of the legal texts that are in effect. Visitors accept them by registering. */
export async function listTextsInEffect({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<TextVersion[]> {
  const versions = await readLegalVersionsInEffect(db, now());
  return legalTexts.map((text) => ({ text, version: versions[text].current }));
}

/** The texts that have changed since they were shown. */
function changedSince(
  shown: readonly TextVersion[],
  versions: Readonly<Record<LegalText, { current: string }>>,
): LegalText[] {
  return shown.flatMap(({ text, version }) => (version === versions[text].current ? [] : [text]));
}

/**
 * Records the texts that the user accepted by registering, in the registration's transaction.
 * @param shown - the versions that were shown, if they are known
 * @throws DomainError conflict if a text has changed since it was shown
 */
export async function recordRegistrationConsents(
  trx: Trx,
  userId: string,
  shown: readonly TextVersion[] | undefined,
  metadata: RequestMetadata,
  now: Date,
): Promise<void> {
  const common = { user_id: userId, statement: registrationSentence, given_at: now, ip: metadata.ip };
  const versions = await readLegalVersionsInEffect(trx, now);
  const changed = changedSince(shown ?? [], versions);
  if (changed.length > 0) {
    const message = `The ${namesOfTexts(changed)} changed in the meantime. Read the new version, then create your account.`;
    throw new DomainError('conflict', message, { fields: { texts: message } });
  }
  const { terms, privacy } = versions;
  await insertConsents(trx, [
    { ...common, kind: 'terms', version: terms.current },
    { ...common, kind: 'privacy', version: privacy.current },
  ]);
}

/** Records that a buyer gave up the right of withdrawal, with the wording that the buyer agreed to. */
export async function recordWithdrawalWaiver(
  trx: Trx,
  userId: string,
  statement: string,
  now: Date,
): Promise<void> {
  const { version } = withdrawalWaiver;
  await insertConsents(trx, [
    // The checkbox is on Stripe's page, so the buyer's IP address is unknown here.
    { user_id: userId, kind: 'withdrawal_waiver', version, statement, given_at: now, ip: null },
  ]);
}

/**
 * Lists the texts that the user must accept again, because they changed. Empty for a user who never accepted any, such
 * as one whose account was created without the registration form.
 */
export function listPendingTexts(deps: Pick<Deps, 'db' | 'now'>, actor: Actor): Promise<TextVersion[]> {
  return pendingIn(deps.db, actor.userId, deps.now());
}

async function pendingIn(db: Db | Trx, userId: string, now: Date): Promise<TextVersion[]> {
  const [given, versions] = await Promise.all([
    findAcceptedVersions(db, userId),
    readLegalVersionsInEffect(db, now),
  ]);
  return legalTexts.flatMap((text) => {
    const { current, oldestSufficient } = versions[text];
    return (given.get(text) ?? oldestSufficient) < oldestSufficient ? [{ text, version: current }] : [];
  });
}

/**
 * Records that the user accepts changed texts. Skips those that are not pending.
 * @throws DomainError conflict if a text has changed since it was shown
 */
export async function acceptTexts(
  deps: Deps,
  actor: Actor,
  texts: readonly TextVersion[],
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await lockConsents(trx, actor.userId);
    const now = deps.now();
    const versions = await readLegalVersionsInEffect(trx, now);
    if (changedSince(texts, versions).length > 0) {
      throw new DomainError('conflict', 'This text has changed again. Reload the page and read it again.');
    }
    const pending = await pendingIn(trx, actor.userId, now);
    const accepted = pending.filter(({ text }) => texts.some((shown) => shown.text === text));
    if (accepted.length === 0) return;
    await insertConsents(
      trx,
      accepted.map(({ text, version }) => ({
        user_id: actor.userId,
        kind: text,
        version,
        statement: acceptanceSentence(text),
        given_at: now,
        ip: metadata.ip,
      })),
    );
  });
}
