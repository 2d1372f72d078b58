import { hourMs } from '../../../shared/durations.ts';
import type { UnconfirmedPayment } from '../../../shared/payments/payments.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { findUnconfirmedCheckouts, findUnconfirmedPurchases } from './unconfirmed.queries.ts';

/**
 * A plan starts before its first payment is recorded. The webhook or a reconciliation job records the payment within
 * this time, after which the payment is no longer shown as unconfirmed.
 */
const maxRecordingDelayMs = hourMs;

/**
 * Payments that the user started and whose outcome is not recorded: not paid yet, just paid, paid by a delayed method,
 * or abandoned. Only Stripe knows which.
 */
export async function listUnconfirmedPayments(deps: Deps, actor: Actor): Promise<UnconfirmedPayment[]> {
  const [purchases, checkouts] = await Promise.all([
    findUnconfirmedPurchases(deps.db, actor.userId),
    findUnconfirmedCheckouts(deps.db, actor.userId, new Date(deps.now().getTime() - maxRecordingDelayMs)),
  ]);
  return [
    ...checkouts.map((checkout) => ({
      id: checkout.id,
      description: `${planNames[checkout.plan]} membership, monthly`,
      amountCents: checkout.price_cents - checkout.discount_cents,
    })),
    ...purchases.map((purchase) => ({
      id: purchase.id,
      description: purchase.product_name,
      amountCents: purchase.amount_cents,
    })),
  ];
}
