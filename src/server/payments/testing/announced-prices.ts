import { createTestApp, type TestUser } from '../../../testing/test-app.ts';
import { stopRenewalsOf } from '../checkout/stop-renewals.operations.ts';
import { setBillingTime, subscribe, subscriptionOf } from './subscriptions.ts';

export type PriceWorld = Awaited<ReturnType<typeof openPriceWorld>>;

/** An academy with the sandbox, in which an admin changes and announces the price of Silver. */
export async function openPriceWorld() {
  const app = await createTestApp({ stripe: 'sandbox' });
  let admin: TestUser;
  const adminCaller = () => app.caller({ ...admin, confirmedAt: app.deps.now().toISOString() }).admin;
  const setPrice = (priceCents: number) =>
    adminCaller().subscriptions.savePlanAmounts([{ plan: 'silver', priceCents, listPriceCents: 2999 }]);
  return {
    app,
    adminCaller,
    setPrice,
    /** Starts a test with a new admin. @returns a new subscriber to Silver at a price of 100 cents */
    async begin(): Promise<TestUser> {
      setBillingTime(app);
      admin = await app.createUser({ role: 'admin' });
      await setPrice(100);
      const subscriber = await app.createUser();
      await subscribe(app, subscriber, 'silver');
      return subscriber;
    },
    announce: (priceCents: number) =>
      adminCaller().subscriptions.announcePrice({ plan: 'silver', priceCents }),
    mine: (user: TestUser) => app.caller(user).payments.mySubscription(),
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
    async stopRenewals(...users: TestUser[]): Promise<void> {
      for (const { userId } of users) await stopRenewalsOf(app.deps, userId);
    },
  };
}
