import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { ListedPayment, PaymentFilterInput } from '../../../shared/payments/payment-list.ts';
import { readCsv } from '../../../shared/read-csv.ts';
import { type HttpClient, signIn } from '../../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const app = setUpTestApp();
let admin: TestUser;
let payer: TestUser;
let client: HttpClient;

const first = Date.parse('2026-10-01T12:00:00Z');
/** The time of a purchase or payment. Ten entries with consecutive numbers share a time. */
const instant = (number: number) => new Date(first + Math.floor(number / 10) * dayMs);

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
  payer = await app.createUser({ firstName: '=Dana', lastName: 'Payer' });
  client = await signIn(app.app, admin);
  await sell();
  await bill();
});

/**
 * 70 purchases: of every ten, one refunded, one partially refunded, one lost in a dispute, one pending, one on hold,
 * one refunded with access kept.
 */
async function sell(): Promise<void> {
  const { db } = app.deps;
  for (let number = 0; number < 70; number += 1) {
    const lastDigit = number % 10;
    const isPaid = lastDigit !== 3;
    const refunded = lastDigit === 0 || lastDigit === 6 ? 1_000 : lastDigit === 1 ? 400 : 0;
    const { id } = await db
      .insertInto('purchases')
      .values({
        user_id: number % 2 === 0 ? payer.userId : null,
        product_id: null,
        product_type: number % 3 === 0 ? 'session' : 'pdf',
        product_name: `Study ${number}`,
        amount_cents: 1_000,
        refunded_cents: refunded,
        status:
          lastDigit === 0 || lastDigit === 2
            ? 'refunded'
            : lastDigit === 3
              ? 'pending'
              : lastDigit === 4
                ? 'failed'
                : 'completed',
        held_reason: lastDigit === 4 ? 'amount_mismatch' : null,
        purchased_at: isPaid ? instant(number) : null,
        created_at: instant(number),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!isPaid) continue;
    await db
      .insertInto('billing_payments')
      .values({
        user_id: number % 2 === 0 ? payer.userId : null,
        purchase_id: id,
        amount_cents: lastDigit === 4 ? 900 : 1_000,
        tax_cents: lastDigit === 5 ? 174 : 0,
        refunded_cents: refunded,
        lost_cents: lastDigit === 2 ? 1_000 : 0,
        status: refunded === 1_000 ? 'refunded' : lastDigit === 2 ? 'lost' : 'paid',
        description: `Study ${number}`,
        paid_at: instant(number),
        created_at: instant(number),
      })
      .execute();
  }
}

/** 60 membership payments: of every ten, one failed, one partially refunded, one disputed. */
async function bill(): Promise<void> {
  const rows = Array.from({ length: 60 }, (_, number) => {
    const lastDigit = number % 10;
    return {
      user_id: payer.userId,
      stripe_invoice_id: `in_${number}`,
      amount_cents: 500,
      tax_cents: lastDigit === 0 ? 87 : 0,
      refunded_cents: lastDigit === 1 ? 200 : 0,
      status:
        lastDigit === 0 ? ('failed' as const) : lastDigit === 2 ? ('disputed' as const) : ('paid' as const),
      description: number === 5 ? '=1+1 plan' : 'Gold plan, monthly',
      ...(number === 6 && { discount_cents: 100, promotion_code: 'WELCOME20' }),
      paid_at: lastDigit === 0 ? null : instant(number),
      created_at: instant(number),
    };
  });
  const payments = await app.deps.db.insertInto('billing_payments').values(rows).returningAll().execute();
  await app.deps.db
    .insertInto('billing_disputes')
    .values(
      payments
        .filter(({ status }) => status === 'disputed')
        .map(({ id }, index) => ({
          id: `du_${index}`,
          payment_id: id,
          status: 'needs_response',
          standing: 'open' as const,
          reason: 'fraudulent',
          amount_cents: 500,
          created_at: new Date(first),
        })),
    )
    .execute();
}

type Filter = Partial<PaymentFilterInput>;

async function everyPage(filter: Filter): Promise<ListedPayment[]> {
  const found: ListedPayment[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await app.caller(admin).admin.payments.search({ ...filter, ...(cursor && { cursor }) });
    found.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) {
      const sum = (of: (row: ListedPayment) => number) => found.reduce((total, row) => total + of(row), 0);
      expect(page.totals).toEqual({
        count: found.length,
        grossCents: sum(({ grossCents }) => grossCents),
        returnedCents: sum(({ returnedCents }) => returnedCents),
      });
    }
  } while (cursor !== null);
  return found;
}

describe('admin.payments.search', () => {
  it('returns every purchase and payment once, newest first, even if several have the same time', async () => {
    const found = await everyPage({});
    expect(found).toHaveLength(130);
    expect(new Set(found.map(({ id }) => id)).size).toBe(130);
    const order = found.map(({ at, id }) => `${at} ${id}`);
    expect(order).toEqual(order.toSorted().reverse());
  });

  it('returns the exact totals of payments, and of refunds and lost disputes', async () => {
    const { totals } = await app.caller(admin).admin.payments.search({});
    // 56 delivered, 7 on hold for a different amount, 54 memberships.
    expect(totals.grossCents).toBe(56 * 1_000 + 7 * 900 + 54 * 500);
    expect(totals.returnedCents).toBe(7 * (1_000 + 400 + 1_000 + 1_000) + 6 * 200);
  });

  it.each<[string, Filter, number]>([
    ['type "membership"', { type: 'membership' }, 60],
    ['type "session"', { type: 'session' }, 24],
    ['status "completed"', { status: 'completed' }, 7 * 5 + 54],
    ['status "failed", which includes purchases on hold', { status: 'failed' }, 7 + 6],
    ['status "refunded", which includes lost disputes and kept access', { status: 'refunded' }, 21],
    ['status "partial"', { status: 'partial' }, 7 + 6],
    ['status "disputed"', { status: 'disputed' }, 6],
    ['status "held"', { status: 'held' }, 7],
    ['status "pending"', { status: 'pending' }, 7],
    ['first and last day, both inclusive', { from: '2026-10-02', to: '2026-10-03' }, 40],
    ['name of a membership', { q: 'gold monthly' }, 59],
    ['name of the payer', { q: 'dana' }, 35 + 60],
    ['name of the payer, type and status', { q: 'dana', type: 'membership', status: 'disputed' }, 6],
    ['beginning of a Stripe id', { q: 'in_5' }, 11],
    ['text that looks like SQL', { q: "'); drop table purchases; --" }, 0],
  ])('filters by %s', async (_, filter, count) => {
    expect(await everyPage(filter)).toHaveLength(count);
  });

  it('neither repeats nor skips a payment on the next page if another payment was made meanwhile', async () => {
    const { search } = app.caller(admin).admin.payments;
    const page = await search({ q: 'gold' });
    await app.deps.db
      .insertInto('billing_payments')
      .values({
        user_id: payer.userId,
        stripe_invoice_id: 'in_newer',
        amount_cents: 500,
        status: 'paid',
        description: 'Gold plan, monthly',
        paid_at: instant(990),
      })
      .execute();
    const rest = await search({ q: 'gold', cursor: page.nextCursor ?? '' });
    const ids = [...page.items, ...rest.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(59);
    expect([page.items.length, rest.items.length]).toEqual([50, 9]);
    await app.deps.db.deleteFrom('billing_payments').where('stripe_invoice_id', '=', 'in_newer').execute();
  });

  it('filters by user, and returns nothing for the cursor of an unknown payment', async () => {
    expect(await everyPage({ userId: payer.userId })).toHaveLength(95);
    const page = await app
      .caller(admin)
      .admin.payments.search({ cursor: '00000000-0000-4000-8000-000000000000' });
    expect(page).toMatchObject({ items: [], nextCursor: null });
  });
});

describe('GET /api/admin/export-payments-csv', () => {
  async function exported(filter: Record<string, string>): Promise<Record<string, string>[]> {
    const path = `/api/admin/export-payments-csv?${new URLSearchParams(filter)}`;
    const response = await client.request('GET', path);
    expect(response.statusCode).toBe(200);
    const [head = [], ...rows] = readCsv(response.body).map(({ cells }) => cells);
    return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
  }

  it.each<Record<string, string>>([
    {},
    { type: 'membership' },
    { status: 'held' },
    { q: 'dana', type: 'pdf' },
  ])('exports the same payments as the list with the filter %j', async (filter) => {
    const rows = await exported(filter);
    const listed = await everyPage(filter as Filter);
    const cents = (text: string | undefined) => Math.round(Number(text) * 100);
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(rows).toHaveLength(listed.length);
    expect(
      listed.map(({ id }) => [byId.get(id)?.gross, byId.get(id)?.refunded, byId.get(id)?.net].map(cents)),
    ).toEqual(
      listed.map(({ grossCents, returnedCents }) => [grossCents, returnedCents, grossCents - returnedCents]),
    );
  });

  it('the last columns of the CSV are the buyer’s country at registration and the time of the latest successful refund', async () => {
    const { db } = app.deps;
    const buyer = await app.createUser();
    const setUser = (change: { country: string | null }) =>
      db.updateTable('users').set(change).where('id', '=', buyer.userId).execute();
    await setUser({ country: '=Chile' });
    const { id } = await db
      .insertInto('billing_payments')
      .values({
        user_id: buyer.userId,
        stripe_invoice_id: 'in_refunded',
        amount_cents: 500,
        refunded_cents: 300,
        status: 'paid',
        description: 'Gold plan, monthly',
        paid_at: instant(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const refund = (number: number, status: 'succeeded' | 'failed') => ({
      payment_id: id,
      stripe_refund_id: `re_${number}`,
      amount_cents: 100,
      status,
      created_at: instant(number),
    });
    await db
      .insertInto('billing_refunds')
      .values([refund(20, 'succeeded'), refund(30, 'succeeded'), refund(40, 'failed')])
      .execute();
    const filter = { userId: buyer.userId };
    const [row = {}] = await exported(filter);
    expect(Object.entries(row).slice(-2)).toEqual([
      ['countryAtRegistration', '=Chile'],
      ['lastRefundAt', '2026-10-04T12:00:00Z'],
    ]);
    const { body } = await client.request(
      'GET',
      `/api/admin/export-payments-csv?${new URLSearchParams(filter)}`,
    );
    expect(body).toContain(",'=Chile,");
    // The deletion of an account clears the country, too.
    await setUser({ country: null });
    expect(await exported(filter)).toMatchObject([{ countryAtRegistration: '', refunded: '3.00' }]);
    await db.deleteFrom('billing_refunds').where('payment_id', '=', id).execute();
    await db.deleteFrom('billing_payments').where('id', '=', id).execute();
  });

  it('exports kinds, statuses, taxes and yes-or-no values in readable form, and escapes formulas', async () => {
    const rows = await exported({});
    expect(rows.find(({ item }) => item === 'Study 5')).toMatchObject({
      kind: 'pdf',
      status: 'completed',
      taxIncluded: '1.74',
      // Not a gift from an admin.
      given: 'no',
      paidAt: '2026-10-01T12:00:00Z',
    });
    expect(rows.filter(({ code }) => code !== '').map(({ code, kind }) => [code, kind])).toEqual([
      ['WELCOME20', 'membership'],
    ]);
    // The tax of a failed payment was not paid.
    const failed = rows.filter(({ status }) => status === 'failed');
    expect(failed.map(({ gross, taxIncluded }) => [gross, taxIncluded])).toEqual(
      Array.from({ length: 6 }, () => ['0.00', '0.00']),
    );
    const inState = (state: string) => rows.filter(({ status }) => status === state).length;
    const states = ['on hold', 'disputed', 'dispute lost', 'failed', 'refunded'];
    expect(states.map(inState)).toEqual([7, 6, 7, 6, 14]);
    // Checks the raw text, because `readCsv` removes the apostrophe that escapes a formula.
    const { body } = await client.request('GET', '/api/admin/export-payments-csv?type=membership');
    expect(body).toContain(",'=Dana Payer,");
    expect(body).toContain(",'=1+1 plan,");
    expect(body).not.toMatch(/(^|[,"])=/m);
  });
});

it('admins see the email address of a payer who has cleared both names', async () => {
  const { userId, email } = await app.createUser({ firstName: '', lastName: '' });
  const { db } = app.deps;
  const { id } = await db
    .insertInto('billing_payments')
    .values({
      user_id: userId,
      stripe_invoice_id: 'in_nameless',
      amount_cents: 500,
      status: 'paid',
      description: 'Gold membership, monthly',
      paid_at: app.deps.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('purchases')
    .values({
      user_id: userId,
      product_type: 'pdf',
      product_name: 'Study',
      amount_cents: 999,
      status: 'failed',
      held_reason: 'amount_mismatch',
    })
    .execute();
  await db
    .insertInto('subscriptions')
    .values({
      id: 'sub_nameless',
      user_id: userId,
      plan: 'gold',
      status: 'active',
      price_cents: 500,
      held_at: app.deps.now(),
    })
    .execute();
  const { payments, subscriptions } = app.caller(admin).admin;
  const lists = [
    (await payments.search({ userId })).items,
    [await payments.get({ paymentId: id })],
    (await payments.purchasesOnHold({})).items.filter((held) => held.userId === userId),
    (await subscriptions.onHold()).filter((held) => held.userId === userId),
  ];
  expect(lists.map((items) => items.map(({ userName }) => userName))).toEqual([
    [email, email],
    [email],
    [email],
    [email],
  ]);
});
