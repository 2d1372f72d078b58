import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPlans, subscribe } from '../../sandbox/stripe/testing/billing-fixture.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { reconcileRefunds } from './reconciliation/refund-recovery.operations.ts';
import { type RecordedCall, recordCalls } from './testing/stripe-calls-recorder.ts';
import { createDelivery } from './testing/subscriptions.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let intentId: string;

/** The metadata of a sale of another academy that runs the same software. */
const ofAcademy = () => ({ purchaseId: randomUUID(), productId: '7', userId: randomUUID() });

/** A sale of another shop on the same Stripe account. @returns its payment intent */
async function sellElsewhere(stripe: Stripe, metadata: Record<string, string>): Promise<string> {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Chess course' } },
      },
    ],
    metadata,
    payment_intent_data: { metadata },
    ...(metadata.userId !== undefined && { client_reference_id: metadata.userId }),
    customer_email: 'somebody@else.test',
    success_url: 'https://other-academy.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://other-academy.test/payment-error',
  });
  await app.sandbox.pay(session.id);
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  return String(paid.payment_intent);
}

beforeAll(async () => {
  const { stripe } = app.deps;
  intentId = await sellElsewhere(stripe, ofAcademy());
  await stripe.refunds.create({ payment_intent: intentId, amount: 400 });
  const disputed = await sellElsewhere(stripe, ofAcademy());
  const charge = app.sandbox.charges().find(({ payment_intent }) => payment_intent === disputed);
  app.sandbox.dispute(charge?.id ?? '');
  await sellElsewhere(stripe, {});
  await subscribe(app.sandbox, stripe, (await createPlans(stripe)).gold);
});

describe('payments of other shops on the same Stripe account', () => {
  it('the reconciliation job looks up such a payment once, not in every run', async () => {
    const calls: RecordedCall[] = [];
    const deps = { ...app.deps, stripe: recordCalls(app.deps.stripe, calls) };
    const retrieveCalls = () => calls.filter(({ path }) => path.endsWith('.retrieve')).length;
    await reconcileRefunds(deps);
    const callsOfFirstRun = retrieveCalls();
    expect(callsOfFirstRun).toBeGreaterThan(0);
    await reconcileRefunds(deps);
    expect(retrieveCalls()).toBe(callsOfFirstRun);
  });

  it('events of such payments are ignored without logging an error', async () => {
    const logged = app.logs.length;
    const types = await createDelivery(app).deliverNew();
    expect(types).toEqual(
      expect.arrayContaining([
        'checkout.session.completed',
        'customer.subscription.created',
        'charge.refunded',
        'charge.dispute.created',
      ]),
    );
    const errors = app.logs.slice(logged).filter((line) => Number(JSON.parse(line).level) >= 50);
    expect(errors).toEqual([]);
    const stored = app.deps.db.selectFrom('stripe_events').select('status').distinct();
    expect(await stored.execute()).toEqual([{ status: 'ignored' }]);
  });

  it('the job reads the refunds of such a payment after the academy has stored the payment as its own', async () => {
    await app.deps.db
      .insertInto('billing_payments')
      .values({
        payment_intent_id: intentId,
        stripe_invoice_id: 'in_chess',
        amount_cents: 900,
        status: 'paid',
        paid_at: app.deps.now(),
        description: 'Chess course',
      })
      .execute();
    await reconcileRefunds(app.deps);
    const row = await app.deps.db
      .selectFrom('billing_payments')
      .select('refunded_cents')
      .where('payment_intent_id', '=', intentId)
      .executeTakeFirstOrThrow();
    expect(row.refunded_cents).toBe(400);
  });
});
