import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { PurchaseFilterInput } from '../../../shared/payments/purchase-list.ts';
import { readCsv } from '../../../shared/read-csv.ts';
import { type HttpClient, signIn } from '../../../testing/http-client.ts';
import { insertPurchase } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const app = setUpTestApp();
let admin: TestUser;
let buyer: TestUser;
let client: HttpClient;
const sold = 130;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin', password: testPassword });
  buyer = await app.createUser({ firstName: '=Dana', lastName: "O'Neil \\ 50%" });
  client = await signIn(app.app, admin);
  const first = Date.parse('2026-10-01T12:00:00Z');
  await app.deps.db
    .insertInto('purchases')
    .values(
      Array.from({ length: sold }, (_, number) => ({
        user_id: number % 2 === 0 ? buyer.userId : null,
        product_id: null,
        product_type: number % 3 === 0 ? ('session' as const) : ('pdf' as const),
        product_name: number === 7 ? '=HYPERLINK("x")' : `Study ${number}`,
        amount_cents: 999 + number,
        status: number % 10 === 9 ? ('refunded' as const) : ('completed' as const),
        refunded_cents: number % 10 === 9 ? 999 + number : 0,
        purchased_at: new Date(first + Math.floor(number / 10) * dayMs),
        // Groups of ten purchases have the same time, to test that the order is unambiguous.
        created_at: new Date(first + Math.floor(number / 10) * dayMs),
      })),
    )
    .execute();
});

type Filter = Partial<PurchaseFilterInput>;

async function everyPage(filter: Filter) {
  const page = (number: number) =>
    app.caller(admin).admin.payments.searchPurchases({ ...filter, page: number, limit: 50 });
  const { items, total } = await page(1);
  for (let number = 2; items.length < total; number += 1) {
    const next = await page(number);
    expect(next.total).toBe(total);
    if (next.items.length === 0) break;
    items.push(...next.items);
  }
  expect(items).toHaveLength(total);
  return items;
}

async function exported(filter: Record<string, string>) {
  const response = await client.request(
    'GET',
    `/api/admin/export-purchases-csv?${new URLSearchParams(filter)}`,
  );
  expect(response.statusCode).toBe(200);
  return { text: response.body, rows: readCsv(response.body).map(({ cells }) => cells) };
}

describe('admin.payments.searchPurchases', () => {
  it('shows every purchase once, page by page', async () => {
    const found = await everyPage({});
    expect(new Set(found.map(({ id }) => id)).size).toBe(sold);
  });

  it.each<[string, Filter, number]>([
    ['status', { status: 'refunded' }, 13],
    ['type', { type: 'session' }, 44],
    ['days, both included', { from: '2026-10-02', to: '2026-10-03' }, 20],
    ['words, taken literally', { q: "o'neil 50%" }, 65],
    ['text that looks like a wildcard', { q: '50_' }, 0],
    ['text that looks like SQL', { q: "'); drop table purchases; --" }, 0],
  ])('filters by %s', async (_, filter, count) => {
    expect(await everyPage(filter)).toHaveLength(count);
  });

  it('filters by user', async () => {
    expect(await everyPage({ userId: buyer.userId })).toHaveLength(65);
  });
});

describe('GET /api/admin/export-purchases-csv', () => {
  it('contains the rows of the list with the same amounts, and escapes formulas', async () => {
    const { text, rows: all } = await exported({ type: 'pdf' });
    const [head, ...rows] = all;
    expect(rows).toHaveLength((await everyPage({ type: 'pdf' })).length);
    const column = (name: string) => head?.indexOf(name) ?? -1;
    const cents = rows.map((row) => Math.round(Number(row[column('amount')]) * 100));
    const listed = (await everyPage({ type: 'pdf' })).map(({ amount }) => amount);
    expect(cents).toEqual(listed);
    // Checks the raw text, because `readCsv` removes the apostrophe that escapes a formula.
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain(`'=Dana O'Neil`);
    expect(text).not.toMatch(/(^|[,"])=/m);
  });

  it('gives a purchase the status of the filter that lists it, even if it was refunded and access was kept', async () => {
    const id = await insertPurchase(app, admin, { refunded_cents: 999 });
    onTestFinished(async () => {
      await app.deps.db.deleteFrom('purchases').where('id', '=', id).execute();
    });
    const { rows: all } = await exported({ status: 'refunded' });
    const [head, ...rows] = all;
    const statuses = rows.map((row) => row[head?.indexOf('status') ?? -1]);
    expect(statuses).toEqual(Array.from({ length: 14 }, () => 'refunded'));
  });

  it('treats input as text, never as SQL', async () => {
    // The header is one of the rows.
    expect((await exported({ q: String.raw`\' or 1=1 --` })).rows).toHaveLength(1);
    expect((await exported({ q: String.raw`o'neil \ ` })).rows).toHaveLength(66);
  });

  it('rejects an invalid filter, and audits each export with its filter', async () => {
    const wrong = await client.request('GET', '/api/admin/export-purchases-csv?from=yesterday');
    expect(wrong.statusCode).toBe(400);
    const entries = await app.deps.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'purchases.exported')
      .execute();
    expect(entries.length).toBeGreaterThan(0);
    for (const { details } of entries) expect(details).toHaveProperty('status');
  });
});
