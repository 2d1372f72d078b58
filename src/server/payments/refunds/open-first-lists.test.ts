import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
  const { userId } = await app.createUser();
  const now = app.deps.now();
  const payment = {
    user_id: userId,
    amount_cents: 1999,
    status: 'paid',
    description: 'River Bluffs',
    paid_at: now,
    created_at: now,
    updated_at: now,
  } as const;
  const payments = await app.deps.db
    .insertInto('billing_payments')
    .values(Array.from({ length: 27 }, () => payment))
    .returning('id')
    .execute();
  await app.deps.db
    .insertInto('refund_requests')
    .values(payments.map(({ id }) => ({ payment_id: id, user_id: userId, reason: 'Too easy' })))
    .execute();
  await app.deps.db
    .insertInto('billing_disputes')
    .values(
      payments.map(({ id }) => ({
        id: `dp_${id.replaceAll('-', '')}`,
        payment_id: id,
        status: 'needs_response',
        standing: 'open' as const,
        reason: 'fraudulent',
        amount_cents: 1999,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
});

const calls = () => app.caller(admin).admin.payments;

it('the next page of refund requests has the remaining open ones, even if the last one of the previous page was answered', async () => {
  const first = await calls().refundRequests({});
  const last = first.items.at(-1)?.id ?? '';
  await calls().declineRefund({ requestId: last, answer: 'You have read all of it.' });
  const next = await calls().refundRequests({ cursor: first.nextCursor ?? '' });
  expect(next.items.map(({ status }) => status)).toEqual(['open', 'open', 'declined']);
  expect(new Set([...first.items, ...next.items].map(({ id }) => id)).size).toBe(27);
});

it('the next page of disputes has the remaining undecided ones, even if the last one of the previous page was decided', async () => {
  const first = await calls().disputes({});
  const last = first.items.at(-1)?.id ?? '';
  await app.deps.db
    .updateTable('billing_disputes')
    .set({ status: 'won', standing: 'settled' })
    .where('id', '=', last)
    .execute();
  const next = await calls().disputes({ cursor: first.nextCursor ?? '' });
  expect(next.items.map(({ standing }) => standing)).toEqual(['open', 'open', 'settled']);
  expect(new Set([...first.items, ...next.items].map(({ id }) => id)).size).toBe(27);
});
