import type Stripe from 'stripe';
import { withdrawalWaiver } from '../../../shared/auth/consents.ts';
import { recordWithdrawalWaiver } from '../../auth/consents/consents.operations.ts';
import type { Deps } from '../../deps.ts';
import { queueEmail } from '../../messages/email/email.operations.ts';
import { withdrawalWaiverEmail } from '../../messages/email/templates/receipt.ts';
import type { Trx } from '../../platform/db/database.ts';
import { getSettings } from '../../settings/settings.operations.ts';
import { recipientOf } from '../ledger/purchases.present.ts';
import type { BuyerRow } from '../ledger/purchases.queries.ts';

/** The checkbox that buyers must tick on Stripe's payment page, if the setting is on. */
export async function waiverParams(
  deps: Deps,
): Promise<Pick<Stripe.Checkout.SessionCreateParams, 'consent_collection' | 'custom_text'>> {
  if (!(await getSettings(deps)).askWithdrawalWaiver) return {};
  return {
    consent_collection: { terms_of_service: 'required' },
    custom_text: { terms_of_service_acceptance: { message: withdrawalWaiver.statement } },
  };
}

/**
 * If the buyer ticked the checkbox on the payment page, records the waiver and confirms it by email. Not idempotent:
 * call it in the transaction that settles the payment.
 */
export async function recordWaiver(
  deps: Deps,
  trx: Trx,
  buyer: BuyerRow,
  session: Stripe.Checkout.Session,
): Promise<void> {
  if (session.consent?.terms_of_service !== 'accepted') return;
  const statement = session.custom_text.terms_of_service_acceptance?.message ?? withdrawalWaiver.statement;
  const at = deps.now();
  await recordWithdrawalWaiver(trx, buyer.id, statement, at);
  const waiver = { sessionId: session.id, statement, at };
  await queueEmail(deps, trx, withdrawalWaiverEmail(recipientOf(buyer), waiver, deps.appUrl()));
}
