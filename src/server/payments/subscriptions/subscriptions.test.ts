import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { signIn } from '../../../testing/http-client.ts';
import { type TestUser, testPassword } from '../../../testing/test-app.ts';
import { stopRenewalsOf } from '../checkout/stop-renewals.operations.ts';
import { deliver, eventAbout, sessionIdOf } from '../testing/purchases.ts';
import {
  monthMs,
  openPlan,
  passTime,
  planEmailsOf,
  planOf,
  setRealTime,
  subscribe,
  subscriptionsOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';

const { app, user, delivery } = setUpPlanWorld();

const payments = (who: TestUser | null = user) => app.caller(who).payments;
const mine = () => payments().mySubscription();

describe('the plans', () => {
  it('are shown to visitors, each with its price and with what it includes', async () => {
    const plans = await payments(null).plans();
    expect(plans.map(({ adds, ...offer }) => offer)).toEqual([
      {
        plan: 'free',
        rank: 0,
        priceCents: 0,
        listPriceCents: 0,
        opens: [1, 2],
        storedHands: 50,
        ownRanges: 3,
        shareLinks: 5,
        questions: 0,
      },
      {
        plan: 'silver',
        rank: 1,
        priceCents: 100,
        listPriceCents: 2999,
        opens: [1, 2, 3, 4],
        storedHands: 500,
        ownRanges: 20,
        shareLinks: 50,
        questions: 1,
      },
      {
        plan: 'gold',
        rank: 2,
        priceCents: 500,
        listPriceCents: 5999,
        opens: [1, 2, 3, 4, 5, 6, 7],
        storedHands: 5_000,
        ownRanges: 200,
        shareLinks: 500,
        questions: 4,
      },
      {
        plan: 'diamond',
        rank: 3,
        priceCents: 1000,
        listPriceCents: 9999,
        opens: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        storedHands: 20_000,
        ownRanges: 1_000,
        shareLinks: 5_000,
        questions: 10,
      },
    ]);
    expect(plans.map(({ adds }) => adds.map(({ pdfNumber }) => pdfNumber))).toEqual([
      [1, 2],
      [3, 4],
      [5, 6, 7],
      [8, 9, 10],
    ]);
  });

  it('list a coaching plan with its stored title, under its stored tier', async () => {
    const { db } = app.deps;
    await db
      .insertInto('coaching_pdfs')
      .values({ pdf_number: 9, title: 'x', required_plan: 'free' })
      .execute();
    const [free] = await payments(null).plans();
    expect(free?.opens).toEqual([1, 2, 9]);
    expect(free?.adds.at(-1)).toEqual({ pdfNumber: 9, title: 'x', description: '' });
    await db.deleteFrom('coaching_pdfs').execute();
  });
});

describe('subscribing', () => {
  it('opens Checkout for the stored price and starts the plan when the price is paid', async () => {
    const sessionId = await openPlan(app, user, 'gold');
    const session = app.sandbox.sessions().find(({ id }) => id === sessionId);
    expect(session).toMatchObject({
      mode: 'subscription',
      amount_total: 500,
      client_reference_id: user.userId,
      metadata: { userId: user.userId, plan: 'gold' },
    });
    expect(await payments().verifySubscription({ sessionId })).toMatchObject({ success: false, plan: null });
    expect(await mine()).toMatchObject({ plan: 'free', source: 'none', status: null });

    await app.sandbox.pay(sessionId);
    expect(await payments().verifySubscription({ sessionId })).toMatchObject({ success: true, plan: 'gold' });
    expect(await planOf(app, user)).toBe('gold');
    expect(await mine()).toMatchObject({
      plan: 'gold',
      source: 'subscription',
      subscribedPlan: 'gold',
      status: 'active',
      priceCents: 500,
      cancelAtPeriodEnd: false,
      pendingPlan: null,
      canManage: true,
    });
    expect(await payments().checkoutSession({ sessionId })).toEqual({
      metadata: { productName: 'Gold membership', productType: 'subscription' },
      amount_total: 500,
    });
    // The webhooks arrive later and change nothing.
    await delivery.deliverNew();
    await delivery.deliverNew();
    expect((await planEmailsOf(app, user)).toSorted()).toEqual([
      'subscription_receipt',
      'subscription_started',
    ]);
    expect(await subscriptionsOf(app, user)).toHaveLength(1);
    const ledger = await app.deps.db
      .selectFrom('billing_payments')
      .selectAll()
      .where('user_id', '=', user.userId)
      .execute();
    expect(ledger).toMatchObject([
      { amount_cents: 500, status: 'paid', is_first_payment: true, description: 'Gold membership, monthly' },
    ]);
    expect(ledger[0]?.payment_intent_id).toMatch(/^pi_/);
    expect(ledger[0]?.charge_id).toMatch(/^ch_/);
    expect(ledger[0]?.statement_descriptor).toBe('POKER ACADEMY');
    expect(ledger[0]?.receipt_url).toMatch(/\/i\/in_/);
  });

  it('starts the plan by webhooks alone', async () => {
    const sessionId = await openPlan(app, user, 'silver');
    await app.sandbox.pay(sessionId);
    await delivery.deliverNew();
    expect(await planOf(app, user)).toBe('silver');
  });

  it('reuses an open payment page for the same plan, and closes an open payment page for another plan', async () => {
    const first = await openPlan(app, user, 'gold');
    expect(await openPlan(app, user, 'gold')).toBe(first);
    const other = await openPlan(app, user, 'diamond');
    expect(other).not.toBe(first);
    expect(app.sandbox.sessions().find(({ id }) => id === first)?.status).toBe('expired');
  });

  it('rejects a second subscription, even if no webhook has reported the first', async () => {
    const sessionId = await openPlan(app, user, 'gold');
    await app.sandbox.pay(sessionId);
    await expect(payments().createSubscriptionSession({ plan: 'diamond' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('You already have the Gold membership'),
    });
    expect(await planOf(app, user)).toBe('gold');
  });

  it('after a declined card, the user has no plan and gets the same payment page again', async () => {
    const sessionId = await openPlan(app, user, 'gold');
    expect((await app.sandbox.pay(sessionId, '4000000000000002')).status).toBe('declined');
    await delivery.deliverNew();
    expect(await payments().verifySubscription({ sessionId })).toMatchObject({ success: false, plan: null });
    expect(await planOf(app, user)).toBe('free');
    expect(await openPlan(app, user, 'gold')).toBe(sessionId);
  });

  it('creates a new Stripe customer if the user’s customer was deleted at Stripe', async () => {
    await openPlan(app, user, 'gold');
    const before = await app.deps.db
      .selectFrom('users')
      .select('stripe_customer_id as id')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    await app.deps.stripe.customers.del(before.id ?? '');
    await app.deps.db
      .updateTable('subscription_checkouts')
      .set({ status: 'ended' })
      .where('user_id', '=', user.userId)
      .execute();
    expect((await subscribe(app, user, 'gold')).customer_id).not.toBe(before.id);
  });

  it('creates a new price at Stripe for a new amount; earlier subscribers keep the old price', async () => {
    await subscribe(app, user, 'silver');
    const setPrice = (cents: number) =>
      app.deps.db.updateTable('plans').set({ price_cents: cents }).where('plan', '=', 'silver').execute();
    await setPrice(150);
    const later = await app.createUser();
    const row = await subscribe(app, later, 'silver');
    await setPrice(100);
    expect(row.price_cents).toBe(150);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ priceCents: 100, plan: 'silver' });
    await stopRenewalsOf(app.deps, later.userId);
  });
});

describe('the REST API', () => {
  it('starts, changes, cancels and resumes a subscription, as the screens do', async () => {
    setRealTime(app);
    const person = await app.createUser({ password: testPassword });
    const client = await signIn(app.app, person);
    const opened = await client.request('POST', '/api/create-subscription-session', { plan: 'gold' });
    expect(opened.statusCode, opened.body).toBe(200);
    const sessionId = sessionIdOf(opened.json().url);
    await app.sandbox.pay(sessionId);
    const verified = await client.request('POST', '/api/verify-subscription', { sessionId });
    expect(verified.json()).toEqual({ success: true, plan: 'gold', status: 'active' });
    const again = await client.request('POST', '/api/create-subscription-session', { plan: 'gold' });
    expect(again.statusCode).toBe(409);
    const change = { plan: 'silver', expectedTodayCents: 0 };
    const outdated = await client.request('POST', '/api/subscription/change', {
      ...change,
      expectedTodayCents: 1,
    });
    expect(outdated.statusCode).toBe(409);
    expect(outdated.json()).toMatchObject({ code: 'price_changed', fields: { currentCents: '0' } });
    expect((await client.request('POST', '/api/subscription/change', change)).statusCode).toBe(200);
    expect((await client.request('POST', '/api/subscription/cancel', {})).json()).toMatchObject({
      success: true,
      message: expect.stringContaining('Your Gold membership ends on'),
    });
    expect((await client.request('POST', '/api/subscription/resume', {})).json()).toEqual({
      success: true,
      message: 'You keep your Gold membership.',
    });
    expect((await client.request('POST', '/api/billing/portal', {})).json().url).toContain('/p/session/');
    const bad = await client.request('POST', '/api/create-subscription-session', { plan: 'custom' });
    expect(bad.statusCode).toBe(400);
    expect(bad.json().fields).toEqual({ plan: 'Choose Silver, Gold or Diamond' });
    await stopRenewalsOf(app.deps, person.userId);
  });
});

describe('unexpected state at Stripe', () => {
  it('the newest of two subscriptions counts; the other does not renew, and an admin is notified', async () => {
    const admin = await app.createUser({ role: 'admin' });
    const first = await subscribe(app, user, 'silver');
    passTime(app, dayMs);
    const attached = await app.deps.stripe.paymentMethods.list({ customer: first.customer_id ?? '' });
    const gold = await app.deps.db
      .selectFrom('plans')
      .select('stripe_price_id')
      .where('plan', '=', 'gold')
      .executeTakeFirstOrThrow();
    await app.deps.stripe.subscriptions.create({
      customer: first.customer_id ?? '',
      items: [{ price: gold.stripe_price_id ?? '' }],
      default_payment_method: attached.data[0]?.id ?? '',
    });
    // The first attempt to end the older one fails; the next event retries it.
    app.sandbox.faults.onRequest = ({ params }) =>
      params.cancel_at_period_end === 'true' ? { kind: 'status', status: 500 } : undefined;
    await delivery.deliverNew();
    app.sandbox.faults.onRequest = undefined;
    expect(await subscriptionsOf(app, user)).toMatchObject([
      { plan: 'silver', is_duplicate: true, cancel_at_period_end: false },
      { plan: 'gold', is_duplicate: false },
    ]);
    await deliver(app, eventAbout('customer.subscription.updated', first.id));
    await delivery.deliverNew();
    expect(await subscriptionsOf(app, user)).toMatchObject([
      { plan: 'silver', is_duplicate: true, cancel_at_period_end: true },
      { plan: 'gold', is_duplicate: false, cancel_at_period_end: false },
    ]);
    expect(await mine()).toMatchObject({ plan: 'gold', subscribedPlan: 'gold' });
    const { items } = await app.caller(admin).notifications.list();
    expect(items.filter(({ kind }) => kind === 'admin_on_hold')).toMatchObject([
      { title: 'A student pays for two memberships', path: `/admin/users/${user.userId}` },
    ]);
    const seen = await app.caller(admin).admin.subscriptions.ofUser({ userId: user.userId });
    expect(seen.subscriptions.map(({ isDuplicate }) => isDuplicate)).toEqual([false, true]);

    // The newer one ends, such as after a refund. The student is notified that the older one ends, too.
    expect(await planEmailsOf(app, user)).not.toContain('subscription_cancelled');
    const [, newer] = await subscriptionsOf(app, user);
    await app.deps.stripe.subscriptions.cancel(newer?.id ?? '');
    await delivery.deliverNew();
    await deliver(app, eventAbout('customer.subscription.updated', first.id));
    const emails = await planEmailsOf(app, user);
    expect(emails.filter((kind) => kind === 'subscription_cancelled')).toHaveLength(1);
    expect(await mine()).toMatchObject({ subscribedPlan: 'silver', cancelAtPeriodEnd: true });
    await payments().resumeSubscription();
    expect(await mine()).toMatchObject({ subscribedPlan: 'silver', cancelAtPeriodEnd: false });
  });

  it('ignores subscriptions and invoices of Stripe customers who are not users of the academy', async () => {
    const { stripe } = app.deps;
    const customer = await stripe.customers.create({ email: 'foreign@example.test' });
    const attached = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await subscribe(app, user, 'gold');
    const { stripe_price_id: gold } = await app.deps.db
      .selectFrom('plans')
      .select('stripe_price_id')
      .where('plan', '=', 'gold')
      .executeTakeFirstOrThrow();
    const foreign = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: gold ?? '' }],
      default_payment_method: attached.id,
    });
    const event = eventAbout('customer.subscription.created', foreign.id);
    expect(await deliver(app, event)).toEqual({ status: 'ignored' });
    const invoice = eventAbout('invoice.paid', String(foreign.latest_invoice));
    expect(await deliver(app, invoice)).toEqual({ status: 'ignored' });
    const unknown = eventAbout('customer.subscription.updated', 'sub_unknown');
    expect(await deliver(app, unknown)).toEqual({ status: 'ignored' });
    expect(await subscriptionsOf(app, user)).toHaveLength(1);
  });

  it('grants no access for an unknown, incomplete, unpaid or paused status', async () => {
    const row = await subscribe(app, user, 'gold');
    const set = (status: string) =>
      app.deps.db.updateTable('subscriptions').set({ status }).where('id', '=', row.id).execute();
    for (const status of ['future_status', 'incomplete', 'unpaid', 'paused']) {
      await set(status);
      expect(await planOf(app, user)).toBe('free');
    }
    await set('active');
  });

  it('grants no access while the subscription is suspended', async () => {
    const row = await subscribe(app, user, 'gold');
    const suspend = (at: Date | null) =>
      app.deps.db.updateTable('subscriptions').set({ suspended_at: at }).where('id', '=', row.id).execute();
    await suspend(new Date());
    expect(await planOf(app, user)).toBe('free');
    expect(await mine()).toMatchObject({ plan: 'free', source: 'none', subscribedPlan: 'gold' });
    await suspend(null);
    expect(await planOf(app, user)).toBe('gold');
  });

  it("opens the portal for the user's customer, with a link back to the billing page", async () => {
    const { customer_id: customer } = await subscribe(app, user, 'silver');
    const { url } = await payments().billingPortal();
    expect(url).toContain('/p/session/');
    const sent = app.sandbox.requests.findLast(({ path }) => path === '/v1/billing_portal/sessions');
    expect(sent?.params).toEqual({ customer, return_url: 'http://localhost:3000/billing' });
  });
});

it('the academy chooses the idempotency key of every call that creates something at Stripe', () => {
  // Omits calls of the tests, and calls for which the SDK generates the key: expiring a session creates nothing, and a
  // second cancellation must not get the response to the first one.
  const omitted = /payment_methods|\/pay$|\/(expire|void)$|^\/v1\/subscriptions$|^\/v1\/customers$/;
  const writes = app.sandbox.requests.filter(({ method, path }) => method === 'POST' && !omitted.test(path));
  const preview = '/v1/invoices/create_preview';
  const ours = writes.filter(
    ({ path, params, idempotencyKey }) =>
      path !== preview &&
      params.default_payment_method === undefined &&
      !(params.cancel_at_period_end === 'true' && idempotencyKey?.startsWith('stripe-node-retry')),
  );
  expect(ours.length).toBeGreaterThan(30);
  const own = /^(subscribe|plan-price|upgrade|schedule|schedule-phases|release|cancel|keep|portal):/;
  expect(
    ours.filter(({ idempotencyKey }) => !own.test(idempotencyKey ?? '')).map(({ path }) => path),
  ).toEqual([]);
  const customers = app.sandbox.requests.filter(
    ({ method, path, params }) =>
      method === 'POST' && path === '/v1/customers' && params.metadata !== undefined,
  );
  expect(customers.every(({ idempotencyKey }) => idempotencyKey?.startsWith('customer:'))).toBe(true);
});
