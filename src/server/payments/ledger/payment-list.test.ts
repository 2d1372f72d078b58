import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createAdmin } from '../testing/purchases.ts';

let app: TestApp;
let payer: TestUser;
let list: ReturnType<TestApp['caller']>['admin']['payments']['list'];

beforeAll(async () => {
  app = await createTestApp();
  payer = await app.createUser();
  list = app.caller(await createAdmin(app)).admin.payments.list;
  await pay(70, (index) => ({ at: `2026-11-20T10:00:${index % 7}0Z`, invoice: `in_${index}` }));
  await pay(60, () => ({ at: '2026-11-20T11:00:00Z', invoice: null }));
});
afterAll(() => app.close());

async function pay(count: number, each: (index: number) => { at: string; invoice: string | null }) {
  const rows = Array.from({ length: count }, (_, index) => {
    const { at, invoice } = each(index);
    return {
      user_id: payer.userId,
      amount_cents: 500,
      status: 'paid' as const,
      description: 'A payment',
      stripe_invoice_id: invoice,
      paid_at: at,
      created_at: at,
    };
  });
  await app.deps.db.insertInto('billing_payments').values(rows).execute();
}

/** Reads all pages. @returns the ids of each page */
async function pagesOf(
  filter: Parameters<typeof list>[0],
  between: () => Promise<void> = async () => undefined,
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof list>> = await list({ ...filter, ...(cursor && { cursor }) });
    pages.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    await between();
  }
  return pages;
}

describe('the list of all payments', () => {
  it('shows each payment once, 50 per page and newest first, even with equal times', async () => {
    const pages = await pagesOf({});
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 30]);
    const rows = await app.deps.db
      .selectFrom('billing_payments')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    expect(pages.flat()).toEqual(rows.map(({ id }) => id));
  });

  it('keeps the two kinds and the payments of other users apart', async () => {
    expect((await pagesOf({ kind: 'subscription' })).map(({ length }) => length)).toEqual([50, 20]);
    expect((await pagesOf({ kind: 'purchase' })).map(({ length }) => length)).toEqual([50, 10]);
    expect((await pagesOf({ userId: payer.userId })).flat()).toHaveLength(130);
    const other = await app.createUser();
    expect(await list({ userId: other.userId })).toEqual({ items: [], nextCursor: null });
  });

  it('neither repeats nor skips a payment while others pay', async () => {
    let paid = 0;
    const pages = await pagesOf({ kind: 'subscription' }, () => {
      paid += 1;
      return pay(3, (index) => ({ at: '2026-11-20T12:00:00Z', invoice: `in_new_${paid}_${index}` }));
    });
    expect(pages.map(({ length }) => length)).toEqual([50, 20]);
    expect(new Set(pages.flat()).size).toBe(70);
  });

  it('returns nothing after an unknown payment', async () => {
    expect(await list({ cursor: '00000000-0000-4000-8000-000000000000' })).toEqual({
      items: [],
      nextCursor: null,
    });
  });
});
