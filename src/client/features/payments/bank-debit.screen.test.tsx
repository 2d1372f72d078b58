import { beforeAll, expect, it } from 'vitest';
import { reconcileSubscriptions } from '../../../server/payments/reconciliation/subscriptions.operations.ts';
import { deliverAll } from '../../../server/payments/testing/money.ts';
import {
  monthMs,
  openPlan,
  passTime,
  payInvoice,
  setBillingTime,
  setRealTime,
  subscribe,
  subscriptionOf,
} from '../../../server/payments/testing/subscriptions.ts';
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

it('after a cancellation, the billing page still says that the bank debit is not confirmed', async () => {
  const member = await academy.createUser({ password: testPassword });
  const { payments } = academy.caller(member);
  const session = await openPlan(academy, member, 'gold');
  await academy.sandbox.pay(session, 'delayed');
  await payments.verifySubscription({ sessionId: session });
  await payments.cancelSubscription();
  screen = await openScreen(academy, '/billing', { as: member });
  await screen.findByText('Waiting for payment');
  expect(screen.getByText(/Not confirmed by your bank yet/)).toBeVisible();
  expect(screen.getByText(/It does not renew\.$/)).toBeVisible();
  expect(screen.queryByText(/You will not be charged again/)).toBeNull();
});

it('while only the bank debit of a renewal is outstanding, no page says that a payment has failed', async () => {
  const member = await academy.createUser({ password: testPassword });
  const { payments } = academy.caller(member);
  await subscribe(academy, member, 'silver');
  const { todayCents } = await payments.previewPlanChange({ plan: 'diamond' });
  academy.sandbox.delayDebits(1);
  await payments.changePlan({ plan: 'diamond', expectedTodayCents: todayCents });
  const { latest_invoice_id: upgrade } = await subscriptionOf(academy, member);
  academy.sandbox.settleDebit(upgrade ?? '', false);
  await deliverAll(academy);
  setRealTime(academy);
  screen = await openScreen(academy, '/billing', { as: member });
  await screen.findByRole('link', { name: 'Pay now' });

  setBillingTime(academy);
  academy.sandbox.delayDebits(2);
  passTime(academy, monthMs);
  await payInvoice(academy, member, upgrade ?? '');
  await deliverAll(academy);
  setRealTime(academy);
  await screen.reload();
  await screen.findByText(/^Your bank is processing the debit of the renewal/);
  expect(screen.getByText('Waiting for payment')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  await screen.user.click(screen.getByRole('button', { name: 'Cancel membership' }));
  await screen.findByText('We stop collecting the renewal, and Diamond ends immediately.');
  await screen.goTo('/coaching');
  await screen.findByRole('heading', { level: 1 });
  await screen.settle();
  expect(screen.queryByText('Your last payment failed.')).toBeNull();
});

it('the page of a paused membership promises no renewal', async () => {
  const member = await academy.createUser({ password: testPassword });
  const { id } = await subscribe(academy, member, 'gold');
  await academy.deps.db.updateTable('subscriptions').set({ status: 'paused' }).where('id', '=', id).execute();
  setRealTime(academy);
  screen = await openScreen(academy, '/billing', { as: member });
  await screen.findByText('Nothing is charged while the membership is paused. Contact us to continue it.');
  expect(screen.queryByText('Renews')).toBeNull();
});

it('the billing page says that paying restores a membership that Stripe marks as unpaid after paid months', async () => {
  const payer = await academy.createUser({ password: testPassword });
  const { id } = await subscribe(academy, payer, 'gold');
  await deliverAll(academy);
  const changeTo = (change: object) =>
    academy.deps.db.updateTable('subscriptions').set(change).where('id', '=', id).execute();
  await changeTo({ status: 'unpaid' });
  screen = await openScreen(academy, '/billing', { as: payer });
  const notReceived = 'Not received. Pay the open invoice below to restore the membership.';
  expect(await screen.findByText(notReceived)).toBeVisible();
  // Stripe may still collect the unpaid invoice, until another cancellation ends the membership immediately.
  await changeTo({ cancel_at_period_end: true });
  await screen.reload();
  expect(await screen.findByText(notReceived)).toBeVisible();
  expect(screen.getByText('Unpaid')).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: 'Cancel membership' }));
  await screen.findByText('We stop collecting the unpaid amount.');
});
