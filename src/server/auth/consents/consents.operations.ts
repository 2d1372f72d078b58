import {
  acceptanceSentence,
  legalTexts,
  type PendingText,
  registrationSentence,
  withdrawalWaiver,
} from '../../../shared/auth/consents.ts';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import type { Actor, Origin } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { type Db, inTransaction, type Trx } from '../../platform/db/database.ts';
import { findAcceptedVersions, insertConsents, lockConsents } from './consents.queries.ts';

/** Records the texts that the user accepted by registering, in the registration's transaction. */
export async function recordRegistrationConsents(
  trx: Trx,
  userId: string,
  origin: Origin,
  now: Date,
): Promise<void> {
  const common = { user_id: userId, statement: registrationSentence, given_at: now, ip: origin.ip };
  await insertConsents(trx, [
    { ...common, kind: 'terms', version: legalVersions.terms },
    { ...common, kind: 'privacy', version: legalVersions.privacy },
  ]);
}

/** Records that a buyer gave up the right of withdrawal, in the words that they agreed to. */
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
 * Lists the texts that changed since the user accepted them: none for accounts created without the registration form.
 */
export function listPendingTexts(deps: Pick<Deps, 'db'>, actor: Actor): Promise<PendingText[]> {
  return pendingIn(deps.db, actor.userId);
}

async function pendingIn(db: Db | Trx, userId: string): Promise<PendingText[]> {
  const accepted = await findAcceptedVersions(db, userId);
  return legalTexts
    .filter((text) => (accepted.get(text) ?? legalVersions[text]) < legalVersions[text])
    .map((text) => ({ text, version: legalVersions[text] }));
}

/**
 * Records that the user accepts changed texts. Idempotent.
 * @throws DomainError conflict if a text has changed since it was shown
 */
export async function acceptTexts(
  deps: Deps,
  actor: Actor,
  texts: readonly PendingText[],
  origin: Origin,
): Promise<void> {
  if (texts.some(({ text, version }) => version !== legalVersions[text])) {
    throw new DomainError('conflict', 'This text has changed again. Reload the page and read it again.');
  }
  await inTransaction(deps.db, async (trx) => {
    await lockConsents(trx, actor.userId);
    const pending = await pendingIn(trx, actor.userId);
    const accepted = pending.filter(({ text }) => texts.some((shown) => shown.text === text));
    if (accepted.length === 0) return;
    await insertConsents(
      trx,
      accepted.map(({ text, version }) => ({
        user_id: actor.userId,
        kind: text,
        version,
        statement: acceptanceSentence(text),
        given_at: deps.now(),
        ip: origin.ip,
      })),
    );
  });
}
