import { expect, it } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';

// Allows three calls instead of three hundred.
const app = setUpTestApp({ rateLimitFactor: 0.01 });

it('all procedures that call Stripe share one limit per student', async () => {
  const { payments } = app.caller(await app.createUser());
  const sessionId = 'cs_test_nobodys1234567890';
  const calls = {
    createPurchaseSession: () =>
      payments.createPurchaseSession({
        productType: 'pdf',
        productId: '999999',
        productName: 'x',
        amount: 1_999,
      }),
    completePurchase: () => payments.completePurchase({ sessionId }),
    verifySubscription: () => payments.verifySubscription({ sessionId }),
    createSubscriptionSession: () => payments.createSubscriptionSession({ plan: 'gold' }),
    previewPlanChange: () => payments.previewPlanChange({ plan: 'gold' }),
    changePlan: () => payments.changePlan({ plan: 'gold', expectedTodayCents: 0 }),
    cancelSubscription: () => payments.cancelSubscription(),
    resumeSubscription: () => payments.resumeSubscription(),
    billingPortal: () => payments.billingPortal(),
  };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(calls.billingPortal()).rejects.toMatchObject({ code: 'CONFLICT' });
  }
  for (const [name, call] of Object.entries(calls)) {
    await expect(call(), name).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  }
  const other = app.caller(await app.createUser()).payments;
  await expect(other.billingPortal()).rejects.toMatchObject({ code: 'CONFLICT' });
});
