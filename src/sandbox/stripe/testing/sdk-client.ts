import Stripe from 'stripe';

export const webhookSecret = 'whsec_sandbox_secret_of_the_tests';

/** The official SDK, configured to send its requests to the sandbox. */
export function sdkClient(sandbox: { port: number }, maxNetworkRetries = 0, timeout = 5_000): Stripe {
  return new Stripe('sk_test_sandbox', {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries,
    timeout,
    telemetry: false,
  });
}

/** Parameters of an ordinary purchase: one product at $9.99. */
export function purchaseParams(
  overrides: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 999, product_data: { name: 'Three-Bet Pots' } },
      },
    ],
    success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/payment-error?reason=cancelled',
    client_reference_id: 'user-1',
    customer_email: 'dana@example.test',
    metadata: { productType: 'session', productId: '4' },
    payment_intent_data: { metadata: { purchase: 'p-1' } },
    ...overrides,
  };
}
