import { planNames } from '../../../shared/payments/billing.ts';
import type { UnconfirmedPayment } from '../../../shared/payments/payments.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { findUnconfirmedCheckouts, findUnconfirmedPurchases } from './unconfirmed.queries.ts';

/** A plan is active before its first invoice is heard of. One that is never heard of is left to the reconciling jobs. */
const invoiceArrivesByMs = 60 * 60_000;

/**
 * Payments that the user started and whose outcome is unknown: paid a moment ago, paid by a method that takes days,
 * or abandoned. Only the payment provider knows which.
 */
export async function listUnconfirmedPayments(deps: Deps, actor: Actor): Promise<UnconfirmedPayment[]> {
  const [purchases, checkouts] = await Promise.all([
    findUnconfirmedPurchases(deps.db, actor.userId),
    findUnconfirmedCheckouts(deps.db, actor.userId, new Date(deps.now().getTime() - invoiceArrivesByMs)),
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
