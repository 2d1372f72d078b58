import { onHoldText } from '../../../shared/payments/blocked-purchase.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import type { CompletedPurchase } from '../ledger/purchases.present.ts';
import {
  failAbandonedPurchases,
  failPendingPurchase,
  failUnopenedPurchase,
  findPurchase,
  findPurchaseBySession,
  findPurchasesToReconcile,
  storeCheckoutSession,
  touchPurchase,
} from '../ledger/purchases.queries.ts';
import { forgetCustomer } from '../stripe/stripe-customers.operations.ts';
import { isMissingAtStripe } from '../stripe/stripe-errors.ts';
import type { CheckoutKind, SettledAttempt } from './checkout-kind.ts';
import { settlePurchase } from './fulfillment.operations.ts';
import { checkoutMetadata, purchaseMetadata } from './lost-checkouts.operations.ts';
import {
  endAbandonedCheckouts,
  endCheckout,
  endUnopenedCheckout,
  findCheckout,
  findCheckoutBySession,
  findCheckoutsToReconcile,
  storeSubscriptionSession,
  touchCheckout,
} from './subscription-checkouts.queries.ts';
import { settleCheckout } from './subscription-fulfillment.operations.ts';

export const stillProcessing = 'Your payment is still being processed.';
export const purchaseOnHold = `${onHoldText} Please contact us.`;

export const purchaseKind: CheckoutKind<PurchaseRow> = {
  keyPrefix: 'purchase',
  conflicts: {
    processing: 'Your payment for this product is still being processed.',
    on_hold: purchaseOnHold,
  },
  stateOf({ status, held_reason }) {
    if (status === 'pending') return 'open';
    return status === 'failed' && held_reason === null ? 'ended_unpaid' : 'paid';
  },
  totalOf: ({ currency, amount_cents, discount_cents }) => ({
    currency,
    priceCents: amount_cents + discount_cents,
    discountCents: discount_cents,
  }),
  sessionParams(deps, attempt, email) {
    const metadata = purchaseMetadata(deps, attempt);
    return {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: attempt.currency,
            unit_amount: attempt.amount_cents + attempt.discount_cents,
            // The price shown in the shop is the total charged.
            tax_behavior: 'inclusive',
            product_data: { name: attempt.product_name },
          },
        },
      ],
      customer_email: email,
      // Stripe cannot delete the name and address of a guest, but it can delete those of a customer.
      customer_creation: 'always',
      metadata,
      payment_intent_data: { metadata },
      cancel_url: `${deps.appUrl()}/payment-error?reason=cancelled&product=${attempt.product_id}`,
    };
  },
  async settle(deps, attempt, session) {
    const { status } = await settlePurchase(deps, attempt, session);
    return purchaseStates[status];
  },
  find: findPurchase,
  findBySession: findPurchaseBySession,
  storeSession: storeCheckoutSession,
  end: failPendingPurchase,
  endUnopened: failUnopenedPurchase,
  endAbandoned: failAbandonedPurchases,
  findUnsettled: findPurchasesToReconcile,
  touch: touchPurchase,
};

const purchaseStates: Record<CompletedPurchase['status'], SettledAttempt> = {
  open: 'open',
  processing: 'processing',
  held: 'on_hold',
  completed: 'paid',
  failed: 'ended',
  expired: 'ended',
  refunded: 'ended',
  not_a_purchase: 'ended',
};

export const subscriptionKind: CheckoutKind<SubscriptionCheckoutRow> = {
  keyPrefix: 'subscribe',
  conflicts: { processing: stillProcessing },
  stateOf({ status }) {
    if (status === 'open') return 'open';
    return status === 'ended' ? 'ended_unpaid' : 'paid';
  },
  totalOf: ({ price_cents, discount_cents }) => ({
    currency: 'usd',
    priceCents: price_cents,
    discountCents: discount_cents,
  }),
  sessionParams(deps, attempt) {
    const metadata = checkoutMetadata(deps, attempt);
    const cancelled = new URLSearchParams({
      reason: 'cancelled',
      plan: attempt.plan,
      amount: String(attempt.price_cents - attempt.discount_cents),
    });
    return {
      mode: 'subscription',
      line_items: [{ price: attempt.stripe_price_id, quantity: 1 }],
      customer: attempt.customer_id,
      metadata,
      subscription_data: { metadata },
      cancel_url: `${deps.appUrl()}/payment-error?${cancelled}`,
    };
  },
  async settle(deps, attempt, session) {
    const { status } = await settleCheckout(deps, attempt, session);
    if (status === 'subscribed') return 'paid';
    // The checkout is complete at Stripe, but no subscription of the buyer was found yet.
    return status === 'open' && session.status === 'complete' ? 'processing' : status;
  },
  async replaceMissing(deps, attempt, error) {
    if (!isMissingAtStripe(error)) return false;
    if (error.param === 'customer') await forgetCustomer(deps, attempt.user_id, attempt.customer_id);
    return true;
  },
  find: findCheckout,
  findBySession: findCheckoutBySession,
  storeSession: storeSubscriptionSession,
  end: endCheckout,
  endUnopened: endUnopenedCheckout,
  endAbandoned: endAbandonedCheckouts,
  findUnsettled: findCheckoutsToReconcile,
  touch: touchCheckout,
};
