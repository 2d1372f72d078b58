import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { signIn } from '../../testing/http-client.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';
import { onServer } from '../../testing/test-postgres.ts';

const test = setUpTestApp();

/** Ends every connection to the test's database, as a restart of Postgres does. */
async function breakConnections(): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.deps.db);
  await onServer(inject('postgres'), (client) =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [rows[0]?.name],
    ),
  );
}

it('the server recovers after the database has closed every connection, and keeps all sessions', async () => {
  const user = await test.createUser({ password: testPassword });
  const client = await signIn(test.app, user);
  for (let round = 0; round < 3; round += 1) {
    await breakConnections();
    // Requests on a failing connection may return an error that asks to retry, but never an internal error.
    const statuses: number[] = [];
    while (statuses.at(-1) !== 200 && statuses.length < 12) {
      statuses.push((await client.request('GET', '/api/user')).statusCode);
    }
    expect(statuses.pop()).toBe(200);
    expect(statuses.filter((status) => status !== 503)).toEqual([]);
  }
});

it('when the payment provider is unavailable, a buyer gets a clear message, and no purchase is completed', async () => {
  // The test app was created without the Stripe sandbox, so each call to Stripe fails to connect.
  const user = await test.createUser();
  const product = await test.deps.db
    .insertInto('products')
    .values({ type: 'pdf', product_number: 1, title: 'Ranges', price_cents: 999 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const order = { productType: 'pdf', productId: String(product.id), amount: 999 } as const;
  await expect(test.caller(user).payments.createPurchaseSession(order)).rejects.toMatchObject({
    message: expect.stringContaining('Failed to create purchase session'),
    code: 'SERVICE_UNAVAILABLE',
  });
  const owned = await test.deps.db
    .selectFrom('purchases')
    .select('status')
    .where('user_id', '=', user.userId)
    .where('status', '=', 'completed')
    .execute();
  expect(owned).toEqual([]);
});
