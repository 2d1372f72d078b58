import { expect, it } from 'vitest';
import { httpClient } from '../../../testing/http-client.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';
import { createAdmin, createTestProduct, eventAbout, payFor, sign } from '../testing/purchases.ts';

// Uses the rate limits of production.
const app = setUpTestApp({ stripe: 'sandbox', rateLimitFactor: 1 });

it('the rate limits accept five hundred concurrent events from Stripe while they reject logins', async () => {
  const admin = await createAdmin(app);
  const product = await createTestProduct(app, admin, { productNumber: 1 });
  const buyers = await Promise.all(Array.from({ length: 10 }, () => app.createUser()));
  const paid: string[] = [];
  for (const buyer of buyers) {
    const sessionId = await payFor(app, buyer, product);
    paid.push(sessionId);
  }
  const guest = httpClient(app.app);
  const victim = await app.createUser({ password: testPassword });
  const loginStatuses = [];
  for (let count = 0; count < 12; count += 1) {
    const wrong = { email: victim.email, password: 'wrong password' };
    loginStatuses.push((await guest.request('POST', '/api/login', wrong)).statusCode);
  }
  expect(loginStatuses.at(-1)).toBe(429);

  const events = Array.from({ length: 500 }, (_, index) =>
    index % 50 === 0
      ? eventAbout('checkout.session.completed', paid[index / 50] ?? '')
      : // A type of event that the academy does not use.
        eventAbout('person.created', 'person_1'),
  );
  const statusCodes = await Promise.all(
    events.map(async (event) => {
      const payload = JSON.stringify(event);
      const response = await app.app.inject({
        method: 'POST',
        url: '/api/stripe/webhook',
        headers: { 'content-type': 'application/json', 'stripe-signature': sign(app, payload) },
        payload,
      });
      return response.statusCode;
    }),
  );
  expect(new Set(statusCodes)).toEqual(new Set([200]));
  const owned = await Promise.all(buyers.map((buyer) => app.caller(buyer).auth.currentUser()));
  expect(owned.map(({ purchases }) => purchases)).toEqual(buyers.map(() => ['pdf-1']));
  const stored = await app.deps.db
    .selectFrom('stripe_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '<>', 'received')
    .executeTakeFirstOrThrow();
  expect(stored.count).toBe(500);
});
