import { dayMs } from '../../../shared/durations.ts';
import { createTestApp, type TestUser } from '../../../testing/test-app.ts';
import { stopRenewalsOf } from '../checkout/stop-renewals.operations.ts';
import { passTime, setBillingTime, subscribe, subscriptionOf } from './subscriptions.ts';

export type PriceWorld = Awaited<ReturnType<typeof openPriceWorld>>;

/** An academy with the sandbox, in which an admin changes and announces the price of Silver. */
export async function openPriceWorld() {
  const app = await createTestApp({ stripe: 'sandbox' });
  let admin: TestUser;
  let members: TestUser[] = [];
  const adminCaller = () => app.caller({ ...admin, confirmedAt: app.deps.now().toISOString() }).admin;
  const setPrice = (priceCents: number, plan: 'silver' | 'gold' = 'silver') =>
    adminCaller().subscriptions.savePlanAmounts([{ plan, priceCents, listPriceCents: 5999 }]);
  const mine = (user: TestUser) => app.caller(user).payments.mySubscription();
  async function join(plan: 'silver' | 'gold' = 'silver'): Promise<TestUser> {
    const member = await app.createUser();
    members.push(member);
    await subscribe(app, member, plan);
    return member;
  }
  return {
    app,
    adminCaller,
    setPrice,
    /** Creates a new subscriber. */
    join,
    /** Starts a test with a new admin. @returns a new subscriber to Silver at a price of 100 cents; Gold costs 500 */
    async begin(): Promise<TestUser> {
      setBillingTime(app);
      admin = await app.createUser({ role: 'admin' });
      await setPrice(100);
      await setPrice(500, 'gold');
      return join();
    },
    /** Ends a test. Stops the renewals of all subscribers, so that they do not occur in later tests. */
    async settle(): Promise<void> {
      for (const { userId } of members) await stopRenewalsOf(app.deps, userId);
      members = [];
    },
    announce: (priceCents: number) =>
      adminCaller().subscriptions.announcePrice({ plan: 'silver', priceCents }),
    mine,
    /** Advances the clocks to `afterEndMs` after the end of the user's current month, or before the end if negative. */
    async passUntil(user: TestUser, afterEndMs: number): Promise<void> {
      const end = Date.parse((await mine(user)).currentPeriodEnd ?? '');
      passTime(app, end - app.deps.now().getTime() + afterEndMs);
    },
    /** Dates the announcement back, so that the price applies to the user's next renewal, even after a short month. */
    async backdateAnnouncement(user: TestUser): Promise<void> {
      const price_announced_at = new Date(app.deps.now().getTime() - 5 * dayMs);
      await app.deps.db
        .updateTable('subscriptions')
        .set({ price_announced_at })
        .where('user_id', '=', user.userId)
        .execute();
    },
    async amounts() {
      const plans = await adminCaller().subscriptions.planAmounts();
      return plans.find(({ plan }) => plan === 'silver');
    },
    /** The amounts of a user's renewal invoices, oldest first. */
    async renewals(user: TestUser): Promise<number[]> {
      const { customer_id: customer } = await subscriptionOf(app, user);
      return app.sandbox
        .invoices()
        .filter((invoice) => invoice.customer === customer && invoice.billing_reason === 'subscription_cycle')
        .map(({ amount_paid: paid }) => paid);
    },
  };
}
