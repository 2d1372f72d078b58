import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import Stripe from 'stripe';
import { beforeAll, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { reconcilePurchases } from '../reconciliation/checkouts.operations.ts';
import { countEmails } from '../testing/emails.ts';
import {
  brokenInvariants,
  createAdmin,
  createTestProduct,
  deliver,
  eventAbout,
  openSession,
  purchaseOf,
} from '../testing/purchases.ts';
import { fulfill } from './fulfillment.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  // The SDK does not retry here: this test causes hundreds of outages, and the delays of the retries would add up.
  app.deps.stripe = new Stripe('sk_test_sandbox', {
    host: '127.0.0.1',
    port: app.sandbox.port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin);
});

const eventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
] as const;

type Step =
  | { do: 'pay' | 'pay_declined' | 'pay_delayed' | 'settle' | 'reject' | 'expire' | 'complete' | 'reconcile' }
  /** An event, delivered `copies` times concurrently. What the event reports may not have happened. */
  | { do: 'webhook'; type: (typeof eventTypes)[number]; copies: number }
  /** Stripe responds with 500 during the next step. */
  | { do: 'outage' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom(
      'pay',
      'pay_declined',
      'pay_delayed',
      'settle',
      'reject',
      'expire',
      'complete',
      'reconcile',
    ),
  }),
  fc.record({
    do: fc.constant('webhook' as const),
    type: fc.constantFrom(...eventTypes),
    copies: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('outage' as const) }),
);

/** Only `payments_unavailable` is expected; any other error is a defect. */
async function tolerate(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'payments_unavailable' });
  });
}

async function play(sessionId: string, steps: readonly Step[]): Promise<void> {
  for (const [index, { do: action, ...more }] of steps.entries()) {
    const wasOutage = index > 0 && steps[index - 1]?.do === 'outage';
    app.sandbox.faults.onRequest = wasOutage ? () => ({ kind: 'status', status: 500 }) : undefined;
    const session = app.sandbox.sessions().find(({ id }) => id === sessionId);
    switch (action) {
      case 'pay':
        await app.sandbox.pay(sessionId);
        break;
      case 'pay_declined':
        await app.sandbox.pay(sessionId, '4000000000000002');
        break;
      case 'pay_delayed':
        await app.sandbox.pay(sessionId, 'delayed');
        break;
      case 'settle':
      case 'reject':
        if (isAwaited(sessionId)) app.sandbox.settleDelayed(sessionId, action === 'settle');
        break;
      case 'expire':
        if (session?.status === 'open') app.sandbox.expire(sessionId);
        break;
      case 'complete':
        await tolerate(fulfill(app.deps, sessionId));
        break;
      case 'reconcile':
        await reconcilePurchases(app.deps);
        break;
      case 'webhook': {
        const { type, copies } = more as { type: string; copies: number };
        const event = eventAbout(type, sessionId);
        await Promise.all(Array.from({ length: copies }, () => tolerate(deliver(app, event))));
        break;
      }
      case 'outage':
        break;
    }
  }
  app.sandbox.faults.onRequest = undefined;
}

function chargeOf(sessionId: string) {
  const session = app.sandbox.sessions().find(({ id }) => id === sessionId);
  return app.sandbox.charges().findLast((charge) => charge.payment_intent === session?.payment_intent);
}

function isAwaited(sessionId: string): boolean {
  return chargeOf(sessionId)?.status === 'pending';
}

/** The final status of the purchase according to the sandbox's ledger. */
function expectedStatus(sessionId: string): string {
  const session = app.sandbox.sessions().find(({ id }) => id === sessionId);
  if (session?.status === 'expired') return 'failed';
  if (session?.status !== 'complete') return 'pending';
  if (session.payment_status === 'paid') return 'completed';
  return isAwaited(sessionId) ? 'pending' : 'failed';
}

it('whichever events and requests are repeated, lost or out of order, the purchase ends in the status that the sandbox’s ledger implies', async () => {
  const reached = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const user: TestUser = await app.createUser();
      const sessionId = await openSession(app, user, product);
      // Makes the purchase old enough to be reconciled at any step, without moving our clock away from the sandbox's.
      await app.deps.db
        .updateTable('purchases')
        .set({ created_at: new Date(Date.now() - 3_600_000), updated_at: new Date(Date.now() - 3_600_000) })
        .where('checkout_session_id', '=', sessionId)
        .execute();
      await play(sessionId, steps);
      // A reconciliation skips purchases that were read or changed in the millisecond in which it starts.
      await sleep(2);
      await reconcilePurchases(app.deps);
      const purchase = await purchaseOf(app, sessionId);
      const expected = expectedStatus(sessionId);
      expect(purchase.status).toBe(expected);
      expect(await countEmails(app, user, 'receipt')).toBe(expected === 'completed' ? 1 : 0);
      expect(await brokenInvariants(app)).toEqual([]);
      reached.set(expected, (reached.get(expected) ?? 0) + 1);
      // Keeps the purchase out of the next run's reconciliation.
      await app.deps.db.deleteFrom('purchases').where('id', '=', purchase.id).execute();
    }),
    { numRuns: 120 },
  );
  // A run in which an outcome never occurs would prove nothing about that outcome.
  expect([...reached.keys()].toSorted()).toEqual(['completed', 'failed', 'pending']);
});
