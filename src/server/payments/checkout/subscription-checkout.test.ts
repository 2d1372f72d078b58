import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failNext } from '../../../sandbox/stripe/faults.ts';
import { dayMs } from '../../../shared/durations.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { findOutdatedCheckouts } from './page-closing.queries.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let user: TestUser;

beforeEach(async () => {
  user = await app.createUser();
});
afterEach(() => {
  app.sandbox.faults.onRequest = undefined;
});

const click = () => app.caller(user).payments.createSubscriptionSession({ plan: 'gold' });
const isCreation = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/v1/checkout/sessions';
const sessions = () => app.sandbox.sessions().filter((one) => one.client_reference_id === user.userId);
const checkouts = () =>
  app.deps.db
    .selectFrom('subscription_checkouts')
    .select('status')
    .where('user_id', '=', user.userId)
    .execute();
const unavailable = { code: 'SERVICE_UNAVAILABLE' };

describe("opening a plan's payment page during Stripe failures", () => {
  it('responds within 15 s although each call to Stripe takes 4 s, and the next click succeeds', async () => {
    app.sandbox.faults.onRequest = () => ({ kind: 'delay', ms: 4_000 });
    const startedAt = performance.now();
    await expect(click()).rejects.toMatchObject(unavailable);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    app.sandbox.faults.onRequest = undefined;
    const { url } = await click();
    expect(sessions().map((session) => session.url)).toEqual([url]);
  });

  it("ends a checkout whose expiry Stripe rejects because the server's clock was ahead, and starts a new one", async () => {
    // The first checkout would expire almost 25 hours from now. Stripe allows at most 24.
    const hour = 60 * 60_000;
    app.clock.advance(hour);
    app.sandbox.faults.onRequest = failNext(10, { kind: 'status', status: 401 }, isCreation);
    await expect(click()).rejects.toMatchObject(unavailable);
    app.sandbox.faults.onRequest = undefined;
    app.clock.advance(-hour);
    const { url } = await click();
    expect(sessions().map((session) => session.url)).toEqual([url]);
    expect((await checkouts()).map(({ status }) => status).toSorted()).toEqual(['ended', 'open']);
  });

  it('retries after a truncated response', async () => {
    app.sandbox.faults.onRequest = failNext(1, { kind: 'truncate', as: 'invalid_json' }, isCreation);
    const { url } = await click();
    expect(sessions().map((session) => session.url)).toEqual([url]);
  });
});

describe('a granted plan', () => {
  let start: number;
  beforeEach(() => {
    start = app.deps.now().getTime();
  });
  const inDays = (days: number) => new Date(start + days * dayMs);
  const grant = (plan: 'silver' | 'gold' | 'custom', days: number | null, startsIn = 0) =>
    app.deps.db
      .insertInto('plan_grants')
      .values({
        user_id: user.userId,
        plan,
        reason: 'gift',
        starts_at: inDays(startsIn),
        ends_at: days === null ? null : inDays(days),
      })
      .execute();

  it('rejects the purchase of a plan that it includes for the whole month', async () => {
    await grant('custom', null);
    await expect(click()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The academy gave you the Custom membership, which includes Gold.',
    });
    expect(sessions()).toEqual([]);
  });

  it('rejects the purchase of a plan that several grants include one after the other', async () => {
    await click();
    const isOutdated = async () =>
      (await findOutdatedCheckouts(app.deps.db, 'gold', app.deps.now())).length > 0;
    await grant('gold', 5);
    await grant('custom', 20, 6);
    expect(await isOutdated()).toBe(false);
    await grant('gold', 6, 5);
    expect(await isOutdated()).toBe(false);
    await grant('gold', 40, 20);
    await grant('gold', null, 100);
    expect(await isOutdated()).toBe(true);
    await expect(click()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The academy gave you the Gold membership. You can subscribe when it ends.',
    });
  });

  it('is named before a wrong promotion code, and creates no customer at Stripe', async () => {
    await grant('gold', null);
    const requests = app.sandbox.requests.length;
    const order = { plan: 'gold', promotionCode: 'WRONGCODE' } as const;
    await expect(app.caller(user).payments.createSubscriptionSession(order)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The academy gave you the Gold membership.',
    });
    expect(app.sandbox.requests).toHaveLength(requests);
  });

  it.each([
    ['of a lower tier', 'silver', null],
    ['that ends within a month', 'gold', 30],
  ] as const)('allows the purchase if it is one %s', async (_, plan, days) => {
    await grant(plan, days);
    await click();
    expect(sessions()).toHaveLength(1);
  });
});
