import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import type { BillingPaymentRow } from '../../platform/db/tables/payment-tables.ts';
import { askStripeIfKnown } from '../stripe/stripe-calls.ts';

/** A payment's current state at Stripe: its charge, refunds and disputes. */
export type PaymentAtStripe = {
  charge: Stripe.Charge | null;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
};

/** More refunds or disputes than one payment can reasonably have. */
const maxListed = 1_000;

/**
 * @returns undefined if Stripe does not know the payment, or if no Stripe id is stored for it.
 * @throws DomainError payments_unavailable
 */
export async function readPaymentAtStripe(
  deps: Pick<Deps, 'stripe'>,
  payment: Pick<BillingPaymentRow, 'payment_intent_id' | 'charge_id'>,
): Promise<PaymentAtStripe | undefined> {
  const { payment_intent_id: intentId, charge_id: chargeId } = payment;
  if (intentId === null && chargeId === null) return undefined;
  const filter = intentId !== null ? { payment_intent: intentId } : { charge: chargeId ?? '' };
  return askStripeIfKnown(async () => {
    const charge = await readCharge(deps, intentId, chargeId);
    const [refunds, disputes] = await Promise.all([
      deps.stripe.refunds.list({ ...filter, limit: 100 }).autoPagingToArray({ limit: maxListed }),
      deps.stripe.disputes.list({ ...filter, limit: 100 }).autoPagingToArray({ limit: maxListed }),
    ]);
    return { charge, refunds, disputes };
  });
}

async function readCharge(
  { stripe }: Pick<Deps, 'stripe'>,
  intentId: string | null,
  chargeId: string | null,
): Promise<Stripe.Charge | null> {
  if (intentId === null) return stripe.charges.retrieve(chargeId ?? '');
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
}

/** Whether this charge has refunds or disputes, which may not be recorded for its payment yet. */
export function hasRefundsOrDisputes(charge: Stripe.Charge | null | undefined): boolean {
  return charge != null && (charge.amount_refunded > 0 || charge.disputed);
}
