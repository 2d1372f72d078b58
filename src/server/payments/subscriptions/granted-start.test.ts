import { beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { emailsTo } from '../../../testing/rows.ts';
import type { AdminActor } from '../../actor.ts';
import { emailTo } from '../testing/emails.ts';
import { createAdmin } from '../testing/purchases.ts';
import { openPlan, setRealTime } from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';

const { app, user, delivery } = setUpPlanWorld();
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});
beforeEach(() => setRealTime(app));

const grantGold = (endsAt?: Date) =>
  app.caller(admin).admin.subscriptions.grantPlan({
    userId: user.userId,
    plan: 'gold',
    reason: 'A gift',
    endsAt: endsAt?.toISOString(),
  });
const adminNotifications = async () =>
  (await app.caller(admin).notifications.list()).items.filter(({ path }) => path?.endsWith(user.userId));

/** Pays for Silver, which Gold includes. */
async function pay(sessionId: string): Promise<void> {
  await app.sandbox.pay(sessionId);
  await delivery.deliverNew();
}

it('a membership paid for before its payment page could be closed starts, and the student and the admins are notified', async () => {
  const sessionId = await openPlan(app, user, 'silver');
  await grantGold();
  await pay(sessionId);
  const { body_text: text } = await emailTo(app, user, 'subscription_started');
  expect(text).toContain('The academy has also given you a membership that includes Silver');
  expect(await adminNotifications()).toMatchObject([
    { title: 'A student pays for a membership that you gave them', path: `/admin/users/${user.userId}` },
  ]);
  expect(await emailsTo(app, admin, 'admin_on_hold')).toHaveLength(1);
});

it('nobody is notified about a membership beside a grant that ends within a month', async () => {
  const sessionId = await openPlan(app, user, 'silver');
  await grantGold(new Date(app.deps.now().getTime() + 6 * dayMs));
  await pay(sessionId);
  const { body_text: text } = await emailTo(app, user, 'subscription_started');
  expect(text).not.toContain('also given');
  expect(await adminNotifications()).toEqual([]);
});

it('the email about a grant says that a membership whose bank debit is being processed will start, and the admins are notified when it starts', async () => {
  const sessionId = await openPlan(app, user, 'silver');
  await app.sandbox.pay(sessionId, 'delayed');
  await delivery.deliverNew();
  await grantGold();
  const { body_text: text } = await emailTo(app, user, 'grant_given');
  expect(text).toContain('is still being processed. Once it arrives, that membership also starts');
  expect(text).toContain('/billing');
  expect(await adminNotifications()).toEqual([]);
  app.sandbox.settleDelayed(sessionId, true);
  await delivery.deliverNew();
  expect(await adminNotifications()).toHaveLength(1);
});

it('if the student canceled while the bank debit was being processed, the emails say that the membership does not renew', async () => {
  const sessionId = await openPlan(app, user, 'silver');
  await app.sandbox.pay(sessionId, 'delayed');
  await delivery.deliverNew();
  await app.caller(user).payments.cancelSubscription();
  app.sandbox.settleDelayed(sessionId, true);
  await delivery.deliverNew();
  const { body_text: text } = await emailTo(app, user, 'subscription_started');
  expect(text).not.toContain('renews each month');
  expect(await emailsTo(app, user, 'subscription_cancelled')).toHaveLength(1);
});
