import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { stopRenewalsOf } from '../checkout/stop-renewals.operations.ts';
import {
  passTime,
  planEmailsOf,
  setBillingTime,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { applyAnnouncedPrices } from './price-announcements.operations.ts';
import { syncSubscription } from './sync.operations.ts';

let app: TestApp;
let user: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp({ stripe: 'sandbox' });
});
afterAll(() => app.close());
beforeEach(async () => {
  setBillingTime(app);
  admin = await app.createUser({ role: 'admin' });
  await setPrice(100);
  user = await app.createUser();
  await subscribe(app, user, 'silver');
  admin = { ...admin, confirmedAt: app.deps.now().toISOString() };
});

const adminCaller = () => app.caller({ ...admin, confirmedAt: app.deps.now().toISOString() }).admin;
const setPrice = (priceCents: number) =>
  adminCaller().subscriptions.savePlanAmounts([{ plan: 'silver', priceCents, listPriceCents: 2999 }]);
const announce = (priceCents: number) =>
  adminCaller().subscriptions.announcePrice({ plan: 'silver', priceCents });
const mine = (who = user) => app.caller(who).payments.mySubscription();
const amounts = async () => {
  const plans = await adminCaller().subscriptions.planAmounts();
  return plans.find(({ plan }) => plan === 'silver');
};
const changeEmails = async (who = user) =>
  (await planEmailsOf(app, who)).filter((kind) => kind === 'subscription_price_change').length;
const emailOf = async (who: TestUser, kind: string) =>
  app.deps.db
    .selectFrom('mail_messages')
    .select(['subject', 'body_text'])
    .where('user_id', '=', who.userId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
/** The amounts of a user's renewal invoices, oldest first. */
async function renewals(who = user): Promise<number[]> {
  const { customer_id: customer } = await subscriptionOf(app, who);
  return app.sandbox
    .invoices()
    .filter((invoice) => invoice.customer === customer && invoice.billing_reason === 'subscription_cycle')
    .map(({ amount_paid: paid }) => paid);
}

async function stopRenewals(...people: TestUser[]): Promise<void> {
  for (const { userId } of people) await stopRenewalsOf(app.deps, userId);
}

describe('a planned downgrade', () => {
  const setGoldPrice = (priceCents: number) =>
    adminCaller().subscriptions.savePlanAmounts([{ plan: 'gold', priceCents, listPriceCents: 4999 }]);
  let member: TestUser;
  const goToRenewal = async () => {
    const end = Date.parse((await mine(member)).currentPeriodEnd ?? '');
    passTime(app, end - app.deps.now().getTime() - dayMs);
    await applyAnnouncedPrices(app.deps);
    passTime(app, 2 * dayMs);
    await syncSubscription(app.deps, (await subscriptionOf(app, member)).id);
  };
  /** Makes the announcement old enough for the next renewal, whatever the length of the month. */
  const announcedEarlier = async () => {
    const { id } = await subscriptionOf(app, member);
    const price_announced_at = new Date(app.deps.now().getTime() - 5 * dayMs);
    await app.deps.db.updateTable('subscriptions').set({ price_announced_at }).where('id', '=', id).execute();
  };
  beforeEach(async () => {
    await stopRenewals(user);
    member = await app.createUser();
    await subscribe(app, member, 'gold');
  });
  afterEach(async () => {
    await setGoldPrice(500);
    await stopRenewals(member);
  });

  it('keeps the shown price if the smaller plan gets another one, which applies once it is announced', async () => {
    await app.caller(member).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await setPrice(200);
    expect(await mine(member)).toMatchObject({ pendingPlan: 'silver', pendingPriceCents: 100 });
    await goToRenewal();
    expect(await renewals(member)).toEqual([100]);
    expect(await announce(200)).toMatchObject({ notified: 1 });
    await announcedEarlier();
    expect(await mine(member)).toMatchObject({ plan: 'silver', priceCents: 100, renewalCents: 200 });
    await goToRenewal();
    expect(await renewals(member)).toEqual([100, 200]);
  });

  it('begins at the shown price, and its user is then notified of a price that was announced before', async () => {
    const other = await app.createUser();
    await subscribe(app, other, 'silver');
    await app.caller(member).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await setPrice(200);
    expect(await announce(200)).toMatchObject({ notified: 1 });
    expect(await changeEmails(member)).toBe(0);
    await goToRenewal();
    expect(await changeEmails(member)).toBe(1);
    expect(await mine(member)).toMatchObject({ plan: 'silver', priceCents: 100, announcedPriceCents: 200 });
    await stopRenewals(other);
  });

  it('replaces an announced price; once it is withdrawn, the email states the price of the next renewal', async () => {
    await setGoldPrice(700);
    await adminCaller().subscriptions.announcePrice({ plan: 'gold', priceCents: 700 });
    await announcedEarlier();
    expect(await mine(member)).toMatchObject({ priceCents: 500, renewalCents: 700 });
    const { payments } = app.caller(member);
    await payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await payments.resumeSubscription();
    const email = await emailOf(member, 'subscription_change_withdrawn');
    expect(email.body_text).toContain('Price: $7.00 a month');
    await goToRenewal();
    expect(await renewals(member)).toEqual([700]);
  });
});

it('leaves out a subscription with a schedule that was made at Stripe, and keeps the schedule', async () => {
  const { id } = await subscriptionOf(app, user);
  await setPrice(200);
  await announce(200);
  const { id: schedule } = await app.deps.stripe.subscriptionSchedules.create({ from_subscription: id });
  const price_announced_at = new Date(app.deps.now().getTime() - 5 * dayMs);
  await app.deps.db.updateTable('subscriptions').set({ price_announced_at }).where('id', '=', id).execute();
  passTime(app, Date.parse((await mine()).currentPeriodEnd ?? '') - app.deps.now().getTime() - dayMs);
  expect(await applyAnnouncedPrices(app.deps)).toBe(0);
  expect(await app.deps.stripe.subscriptionSchedules.retrieve(schedule)).toMatchObject({ status: 'active' });

  await setPrice(300);
  await syncSubscription(app.deps, id);
  expect(await amounts()).toMatchObject({ onFormerPrice: 0 });
  expect(await announce(300)).toMatchObject({ notified: 0 });
  await stopRenewals(user);
});
