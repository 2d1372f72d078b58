import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import {
  createAdmin,
  createTestProduct,
  openSession,
} from '../../../../server/payments/testing/purchases.ts';
import {
  createDelivery,
  monthMs,
  passTime,
  renewalFailsCard,
  subscribe,
  subscriptionOf,
} from '../../../../server/payments/testing/subscriptions.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const reportedCard = '4000000000005423';

const academy = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

const toDecide = async () => within(await screen.findByRole('region', { name: 'To decide' }));

it('the dashboard lists a fraud warning until the payment is refunded or the warning dismissed', async () => {
  const product = await createTestProduct(academy, { ...admin, role: 'admin' });
  for (const firstName of ['Kim', 'Lou']) {
    const sessionId = await openSession(academy, await academy.createUser({ firstName }), product);
    await academy.sandbox.pay(sessionId, reportedCard);
  }
  const delivery = createDelivery(academy);
  await delivery.deliverNew();
  screen = await openScreen(academy, '/admin', { as: admin });
  const section = await toDecide();
  expect(section.getByText('2 payments')).toBeVisible();
  for (const one of section.getAllByText(/reports it as fraud/)) {
    expect(one).toHaveTextContent(
      /^\$19\.99 paid on .*\. The card’s bank reports it as fraud\. Refund it now\. A dispute usually follows and costs a fee even if you win\.$/,
    );
  }
  await screen.user.click(section.getByRole('button', { name: /^Refund: Kim/ }));
  await within(await screen.findByRole('dialog')).findByText('Refund this payment?');
  const [kim] = academy.sandbox.charges();
  await academy.deps.stripe.refunds.create({ charge: kim?.id ?? '' });
  await delivery.deliverNew();
  await screen.goTo('/admin');
  await (await toDecide()).findByText('1 payment');
  await screen.user.click((await toDecide()).getByRole('button', { name: /^Keep the payment: Lou/ }));
  await screen.settle();
  expect(screen.queryByRole('region', { name: 'To decide' })).toBeNull();
});

it('if another admin dismisses a task while its refund dialog is open, the dialog keeps the entered reason', async () => {
  const product = await createTestProduct(academy, { ...admin, role: 'admin' });
  const delivery = createDelivery(academy);
  delivery.skip();
  const sessionId = await openSession(academy, await academy.createUser({ firstName: 'Noa' }), product);
  await academy.sandbox.pay(sessionId, reportedCard);
  await delivery.deliverNew();
  screen = await openScreen(academy, '/admin', { as: admin });
  await screen.user.click((await toDecide()).getByRole('button', { name: /^Refund: Noa/ }));
  screen.fill(await screen.findByLabelText('Reason'), 'Reported by the bank');
  const other = academy.caller(await createAdmin(academy)).admin.payments;
  for (const { id } of await other.tasks()) await other.decideTask({ taskId: id, decision: 'done' });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await waitFor(() => expect(screen.queryByText('To decide')).toBeNull());
  expect(screen.getByLabelText('Reason')).toHaveValue('Reported by the bank');
});

it('the dashboard lists a payment for a membership that had already ended', async () => {
  const delivery = createDelivery(academy);
  delivery.skip();
  const student = await academy.createUser({ firstName: 'Mia' });
  await subscribe(academy, student, 'gold', renewalFailsCard);
  passTime(academy, monthMs);
  await delivery.deliverNew();
  const { customer_id: customer, latest_invoice_id: invoice } = await subscriptionOf(academy, student);
  academy.sandbox.faults.onRequest = ({ path }) =>
    path.endsWith('/void') ? { kind: 'status', status: 500 } : undefined;
  await academy.caller(student).payments.cancelSubscription();
  academy.sandbox.faults.onRequest = undefined;
  delivery.skip();
  const { stripe } = academy.deps;
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer ?? '' });
  await stripe.invoices.pay(invoice ?? '', { payment_method: id });
  await delivery.deliverNew();
  screen = await openScreen(academy, '/admin', { as: admin });
  const section = await toDecide();
  expect(section.getByText(/paid on/)).toHaveTextContent(
    /^\$5\.00 paid on .*\. The membership had already ended, so the student has no access from this payment\. Refund it, or give the student a membership and keep the payment\.$/,
  );
  expect(section.getByRole('button', { name: /^Refund: Mia/ })).toBeVisible();
  await screen.user.click(section.getByRole('button', { name: /^Keep the payment: Mia/ }));
  await screen.settle();
  expect(screen.queryByRole('region', { name: 'To decide' })).toBeNull();
});
