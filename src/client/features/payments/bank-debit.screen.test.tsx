import { beforeAll, expect, it } from 'vitest';
import { reconcileSubscriptions } from '../../../server/payments/reconciliation/subscriptions.operations.ts';
import { deliverAll } from '../../../server/payments/testing/money.ts';
import { openPlan, subscribe } from '../../../server/payments/testing/subscriptions.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let student: TestUser;
let screen: Screen;
let sessionId: string;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword });
  sessionId = await openPlan(academy, student, 'gold');
  await academy.sandbox.pay(sessionId, 'delayed');
  await academy.caller(student).payments.verifySubscription({ sessionId });
});

it('the billing page says that a plan waits for a bank debit, and then that the debit failed', async () => {
  screen = await openScreen(academy, '/billing', { as: student });
  await screen.findByText('Waiting for payment');
  expect(screen.getByText(/Not confirmed by your bank yet/)).toBeVisible();
  expect(screen.queryByText('Renews')).toBeNull();
  academy.sandbox.settleDelayed(sessionId, false);
  await reconcileSubscriptions(academy.deps);
  await screen.reload();
  await screen.findByText('Unpaid');
  expect(screen.getByText('Not received. Pay the open invoice below to start the membership.')).toBeVisible();
});

it('the billing page says that paying restores a membership that Stripe marks as unpaid after paid months', async () => {
  const payer = await academy.createUser({ password: testPassword });
  const { id } = await subscribe(academy, payer, 'gold');
  await deliverAll(academy);
  await academy.deps.db.updateTable('subscriptions').set({ status: 'unpaid' }).where('id', '=', id).execute();
  screen = await openScreen(academy, '/billing', { as: payer });
  expect(
    await screen.findByText('Not received. Pay the open invoice below to restore the membership.'),
  ).toBeVisible();
});
