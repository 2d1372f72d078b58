import { type SubscriptionPlan, subscriptionPlans } from '../enums.ts';

/** A promotion code as stored, in uppercase. */
export const promotionCodeFormat = /^[A-Z0-9-]{3,40}$/;

export const paymentErrors = {
  payment_failed: {
    title: 'Payment Failed',
    description: 'Your payment could not be processed.',
    details: 'This is usually caused by insufficient funds, an expired card, or bank restrictions.',
    action: 'Check your payment method and try again.',
  },
  cancelled: {
    title: 'Payment Cancelled',
    description: 'You cancelled the payment process.',
    details: 'No charges were made.',
    action: 'You can try again anytime.',
  },
  expired: {
    title: 'Session Expired',
    description: 'Your payment session has expired.',
    details: 'Payment sessions expire after 24 hours.',
    action: 'Please start a new subscription process.',
  },
  invalid_session: {
    title: 'Invalid Session',
    description: 'The payment session is invalid or corrupted.',
    details: 'The payment session is invalid or corrupted.',
    action: 'Please start a new subscription process.',
  },
  network_error: {
    title: 'Connection Error',
    description: 'A network error occurred during payment.',
    details: 'There was a network error during payment.',
    action: 'Check your connection and try again.',
  },
  unknown: {
    title: 'Payment Error',
    description: 'An unexpected error occurred.',
    details: 'An unexpected error occurred while your payment was handled.',
    action: 'Try again or contact support.',
  },
} as const;

export type PaymentErrorReason = keyof typeof paymentErrors;

/** A checkout session id in Stripe's format. Other values are never sent to Stripe. */
export const checkoutSessionIdFormat = /^cs_(test_|live_)?[A-Za-z0-9]{8,200}$/;

/** Parses the query of /payment-error, which is untrusted: invalid values are ignored. */
export function readPaymentErrorQuery(query: Record<string, unknown>): {
  reason: PaymentErrorReason;
  plan: SubscriptionPlan | undefined;
  amountCents: number | undefined;
  sessionId: string | undefined;
  /** The product whose checkout was canceled. */
  productId: string | undefined;
  /** The promotion code of the canceled checkout. */
  promotionCode: string | undefined;
} {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const reason = text('reason');
  const amount = text('amount');
  const sessionId = text('session_id');
  const productId = text('product');
  const code = text('code');
  return {
    reason: Object.hasOwn(paymentErrors, reason) ? (reason as PaymentErrorReason) : 'unknown',
    plan: subscriptionPlans.find((plan) => plan === text('plan')),
    amountCents: /^\d{1,9}$/.test(amount) ? Number(amount) : undefined,
    sessionId: checkoutSessionIdFormat.test(sessionId) ? sessionId : undefined,
    productId: /^[1-9]\d{0,8}$/.test(productId) ? productId : undefined,
    promotionCode: promotionCodeFormat.test(code) ? code : undefined,
  };
}
