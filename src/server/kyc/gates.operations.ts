import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notSignedIn } from '../errors.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { findGateFacts } from './gates.queries.ts';

/**
 * Enforces the academy's requirements for purchases: an approved identity, a verified email, both, or none. Call it
 * before a payment page is opened and before a membership is upgraded; payments in progress are not checked again.
 * @throws DomainError identity_required, email_unverified; not_signed_in if the account is deleted
 */
export async function assertMayBuy(deps: Pick<Deps, 'db' | 'config'>, actor: Actor): Promise<void> {
  const { kycGate, requireVerifiedEmailAtCheckout } = await getSettings(deps);
  if (kycGate !== 'purchases' && !requireVerifiedEmailAtCheckout) return;
  const facts = await findGateFacts(deps.db, actor.userId);
  if (!facts) throw notSignedIn();
  if (requireVerifiedEmailAtCheckout && facts.emailVerifiedAt === null) {
    throw new DomainError(
      'email_unverified',
      'Please verify your email address before you buy: open the link in our email, or ask for a new one.',
    );
  }
  if (kycGate === 'purchases' && facts.kycStatus !== 'approved') {
    throw new DomainError(
      'identity_required',
      'Your identity has to be approved before you buy. The identity page shows its status and what to do.',
    );
  }
}
