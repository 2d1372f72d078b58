import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { jobLabel } from '../../../shared/admin/background-jobs.ts';
import { openFaultyProxy } from '../../../testing/faulty-proxy.ts';
import { insertPurchase } from '../../../testing/rows.ts';
import { createTestApp, setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { createHandlers } from '../../job-handlers.ts';
import { createStripe } from '../../payments/stripe/stripe-client.ts';
import { schedules } from '../../platform/jobs/jobs.ts';
import { clockFinding, diskFinding, spaceFinding } from './server-checks.operations.ts';
import { getSystemStatus } from './system.operations.ts';

const test = setUpTestApp();
let admin: TestUser;
beforeAll(async () => {
  admin = await test.createUser({ role: 'admin' });
});

describe('admin.system.status', () => {
  const email = { kind: 'test', to_address: 'a@example.test', subject: 'Test', body_text: 'Test' };

  it('each component has a check, and each check that is not ok comes with advice', async () => {
    const status = await test.caller(admin).admin.system.status();
    expect(status.checks.map(({ key, state }) => [key, state])).toEqual([
      ['database', 'ok'],
      ['jobs', 'ok'],
      ['mail', 'warning'],
      ['storage', 'ok'],
      ['files', 'ok'],
      ['payments', 'warning'],
      ['webhooks', expect.stringMatching(/warning|failed/)],
      ['ledger', 'ok'],
      ['proxy', 'ok'],
      ['clock', 'ok'],
      ['disk', expect.any(String)],
    ]);
    for (const { state, advice } of status.checks) expect(advice === null).toBe(state === 'ok');
    expect(status.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(status.postgres).toMatch(/^\d+/);
    expect(status.jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(schedules)));
  });

  it('each background job has a label', () => {
    const names = Object.keys(createHandlers(test.deps));
    expect(names.filter((name) => jobLabel(name) === name)).toEqual([]);
  });

  it('the email check reports delayed emails only if an email server is configured', async () => {
    const created_at = new Date(Date.now() - 60 * 60_000).toISOString();
    await test.deps.db
      .insertInto('mail_messages')
      .values({ ...email, dedupe_key: 'waits', created_at })
      .execute();
    const error = '535 5.7.8 bad credentials';
    const mailWith = async (smtpUrl: string | undefined) => {
      const { config } = test.deps;
      const deps = { ...test.deps, config: { ...config, mail: { ...config.mail, smtpUrl } } };
      return (await getSystemStatus(deps, { ...admin, role: 'admin' }, { recount: false })).checks.find(
        ({ key }) => key === 'mail',
      );
    };
    expect((await mailWith(undefined))?.summary).toBe(
      'No email server is connected: emails are stored, not sent',
    );
    const late = 'One email has been waiting for more than half an hour';
    expect(await mailWith('smtp://localhost')).toMatchObject({ summary: late, technical: 'Check SMTP_URL.' });
    await test.deps.db.updateTable('mail_messages').set({ last_error: error }).execute();
    expect(await mailWith('smtp://localhost')).toMatchObject({
      summary: late,
      technical: `Check SMTP_URL. The newest late email failed with: ${error}`,
    });
  });

  it('the payments check fails if Stripe rejects the key or cannot be reached', async () => {
    const stripeTest = await createTestApp({ stripe: 'sandbox' });
    onTestFinished(() => stripeTest.close());
    const { deps, sandbox } = stripeTest;
    const paymentsWith = async (secretKey: string, apiUrl: string) => {
      const config = { ...deps.config, stripe: { secretKey, apiUrl, webhookSecret: undefined } };
      const stripe = createStripe({ secretKey, apiUrl });
      const checkedDeps = { ...deps, config, stripe };
      const { checks } = await getSystemStatus(checkedDeps, { ...admin, role: 'admin' }, { recount: true });
      return checks.find(({ key }) => key === 'payments');
    };
    expect(await paymentsWith('sk_test_sandbox', sandbox.url)).toMatchObject({
      state: 'warning',
      summary: 'Stripe is in test mode: nobody pays real money',
    });
    // The sandbox rejects live keys, as Stripe rejects a key that has expired.
    expect(await paymentsWith('sk_live_expired', sandbox.url)).toMatchObject({
      state: 'failed',
      summary: 'Stripe rejects the academy’s key',
      technical: expect.stringContaining('STRIPE_SECRET_KEY has expired'),
    });
    const unreachable = { state: 'failed', summary: 'Stripe cannot be reached' };
    expect(await paymentsWith('sk_test_sandbox', 'http://127.0.0.1:9')).toMatchObject(unreachable);
    const proxy = await openFaultyProxy(Number(new URL(sandbox.url).port));
    onTestFinished(() => proxy.close());
    proxy.set('mute');
    expect(await paymentsWith('sk_test_sandbox', `http://127.0.0.1:${proxy.port}`)).toMatchObject(
      unreachable,
    );
  });

  it('counts all payment events that were not processed, even if there are more than a hundred', async () => {
    const old = new Date(test.deps.now().getTime() - 20 * 60_000).toISOString();
    const event = { type: 'invoice.paid', livemode: false, created_at: old, received_at: old };
    await test.deps.db
      .insertInto('stripe_events')
      .values(Array.from({ length: 120 }, (_, index) => ({ ...event, id: `evt_${index}` })))
      .execute();
    const deps = { ...test.deps, stripeWebhookSecret: 'whsec_of_a_test' };
    const { checks } = await getSystemStatus(deps, { ...admin, role: 'admin' }, { recount: false });
    expect(checks.find(({ key }) => key === 'webhooks')).toMatchObject({
      state: 'failed',
      summary: '120 events were not processed',
    });
  });

  it('the email check fails for an email that could not be sent', async () => {
    const failed = {
      ...email,
      dedupe_key: 'failed',
      status: 'failed',
      last_error: '550 no such mailbox',
    } as const;
    await test.deps.db.insertInto('mail_messages').values(failed).execute();
    const { checks } = await test.caller(admin).admin.system.status();
    expect(checks.find(({ key }) => key === 'mail')).toMatchObject({
      state: 'failed',
      summary: 'One email could not be sent',
    });
  });
});

describe('clock check', () => {
  const clockOff = (seconds: number, databaseUrl: string | undefined) => {
    const { config, db } = test.deps;
    const now = () => new Date(Date.now() + seconds * 1000);
    return clockFinding({ config: { ...config, databaseUrl }, db, now });
  };

  it.each([
    [25, 'ok', 'This server and Postgres have the same time, to within 30 seconds'],
    [35, 'warning', 'This server’s clock is less than a minute ahead of that of Postgres'],
    [-70, 'warning', 'This server’s clock is a minute behind that of Postgres'],
    [4 * 60 + 50, 'warning', 'This server’s clock is 4 minutes ahead of that of Postgres'],
    [-5 * 60 - 10, 'failed', 'This server’s clock is 5 minutes behind that of Postgres'],
  ])('if the clocks differ by %i s, the check returns %s', async (seconds, state, summary) => {
    const databaseUrl = 'postgres://database.example/academy';
    expect(await clockOff(seconds, databaseUrl)).toMatchObject({ state, summary });
  });

  it('if Postgres runs on the same machine, the clock check says that it cannot detect a wrong clock', async () => {
    expect(await clockOff(600, undefined)).toMatchObject({
      state: 'ok',
      summary: 'Postgres runs on this machine, so a wrong clock cannot be detected here',
    });
  });
});

describe('ledger check', () => {
  const ledgerCheck = async () => {
    const { checks } = await test.caller(admin).admin.system.status({ recount: true });
    return checks.find(({ key }) => key === 'ledger');
  };

  it('the ledger check fails for contradictory rows and logs their ids', async () => {
    const { db } = test.deps;
    expect(await ledgerCheck()).toMatchObject({ state: 'ok' });
    const buyer = await test.createUser();
    const common = { user_id: buyer.userId, currency: 'usd' } as const;
    const unpaid = await insertPurchase(test, buyer);
    const underpaid = await insertPurchase(test, buyer);
    const paid = {
      ...common,
      status: 'paid',
      description: 'x',
      amount_cents: 1,
      paid_at: new Date(),
    } as const;
    await db
      .insertInto('billing_payments')
      .values([
        { ...paid, purchase_id: underpaid },
        { ...paid, refunded_cents: 1 },
      ])
      .execute();
    for (const id of ['sub_one', 'sub_two']) {
      await db
        .insertInto('subscriptions')
        .values({ id, user_id: buyer.userId, plan: 'gold', status: 'active', price_cents: 500 })
        .execute();
    }
    expect(await ledgerCheck()).toMatchObject({
      state: 'failed',
      summary: `Found ${[
        'completed purchases for which a different amount was paid, or a different user paid: 1',
        'completed purchases without a payment: 1',
        'payments whose refunded amount differs from the sum of their refunds: 1',
        'people with more than one running subscription: 1',
      ].join('; ')}`,
    });
    expect(test.logs.filter((line) => line.includes('invariant_broken')).join()).toContain(unpaid);
    await db.deleteFrom('billing_payments').execute();
    await db.deleteFrom('purchases').execute();
    await db.deleteFrom('subscriptions').execute();
    // Without `recount`, the cached result is returned.
    const { checks } = await test.caller(admin).admin.system.status();
    expect(checks.find(({ key }) => key === 'ledger')).toMatchObject({ state: 'failed' });
    expect(await ledgerCheck()).toMatchObject({ state: 'ok' });
    expect((await test.caller(admin).admin.system.status()).checks).toContainEqual(
      expect.objectContaining({ key: 'ledger', state: 'ok' }),
    );
  });

  it('the ledger check accepts a granted product without a payment', async () => {
    const student = await test.createUser();
    await insertPurchase(test, student, { amount_cents: 0, granted_by: admin.userId });
    expect(await ledgerCheck()).toMatchObject({ state: 'ok' });
  });
});

describe('disk check', () => {
  const gigabyte = 1024 ** 3;
  it.each([
    [50 * gigabyte, 100 * gigabyte, 'ok'],
    [8 * gigabyte, 100 * gigabyte, 'warning'],
    [2 * gigabyte, 100 * gigabyte, 'failed'],
    // Less than one free gigabyte fails, even if it is a large share of the disk.
    [0.5 * gigabyte, 2 * gigabyte, 'failed'],
  ])('with %i of %i bytes free, the disk check returns %s', (free, all, state) => {
    expect(spaceFinding(free, all).state).toBe(state);
  });

  it('the disk check works even if the data folder does not exist yet', async () => {
    const dataDir = path.join(test.deps.config.dataDir, 'not', 'created');
    const finding = await diskFinding({ config: { ...test.deps.config, dataDir } });
    expect(finding.summary).toMatch(/ free$/);
  });
});
