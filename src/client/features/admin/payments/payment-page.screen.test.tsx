import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { deliverAll, paymentOf, paymentsOf, refundInput } from '../../../../server/payments/testing/money.ts';
import { buy, createTestProduct, purchaseOf } from '../../../../server/payments/testing/purchases.ts';
import { subscribe } from '../../../../server/payments/testing/subscriptions.ts';
import { dayMs } from '../../../../shared/durations.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;
let product: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({
    role: 'admin',
    firstName: 'Olga',
    lastName: 'Owner',
    password: testPassword,
  });
  product = await createTestProduct(
    academy,
    { ...admin, role: 'admin' },
    { type: 'session', productNumber: 9, content: 'Three barrels' },
  );
});

async function sellProduct(): Promise<{ paymentId: string; chargeId: string }> {
  const student = await academy.createUser({ firstName: 'Nora', lastName: 'Lind' });
  const sessionId = await buy(academy, student, product);
  const { payment_intent_id: intent } = await purchaseOf(academy, sessionId);
  const charge = academy.sandbox.charges().find((one) => one.payment_intent === intent);
  const { id } = await paymentOf(academy, { ...admin, role: 'admin' }, sessionId);
  return { paymentId: id, chargeId: charge?.id ?? '' };
}

/** How often the page has fetched the logged-in user. */
const userFetches = () => screen.network.sent.filter((request) => request.includes('auth.me')).length;

const fact = (term: string) => screen.getByText(term).nextElementSibling;

it('the page shows the history, the net amount and the access of a payment, and refunds a part of it', async () => {
  const { paymentId } = await sellProduct();
  screen = await openScreen(academy, '/admin?tab=purchases', { as: admin });
  await screen.user.click(
    await screen.findByRole('link', { name: /: payment of Nora Lind for River Bluffs/ }),
  );
  await screen.findByRole('heading', { level: 1, name: '$19.99' });
  expect(screen.url()).toBe(`/admin/payments/${paymentId}`);
  expect(fact('The student can open')).toHaveTextContent('River Bluffs, for good');
  expect(fact('Net')).toHaveTextContent('$19.99 before Stripe’s fees');

  await screen.user.click(screen.getByRole('button', { name: 'Refund...' }));
  // At first, a dialog with a skeleton is open. The form replaces it when the payment has loaded.
  const amount = await screen.findByLabelText('Amount in dollars');
  const dialog = within(screen.getByRole('dialog', { name: 'Refund this payment?' }));
  const endsAccess = dialog.getByRole('checkbox', { name: 'Also end access' });
  expect(endsAccess).toBeChecked();
  await screen.user.click(dialog.getByRole('button', { name: 'Refund all $19.99' }));
  await dialog.findByText('Say why, for the payment’s history');
  expect(dialog.getByLabelText('Reason')).toHaveFocus();
  screen.fill(amount, '4');
  expect(endsAccess).not.toBeChecked();
  screen.fill(dialog.getByLabelText('Reason'), 'A cover was torn');
  const before = userFetches();
  await screen.user.click(dialog.getByRole('button', { name: 'Refund $4.00' }));
  await screen.readMessage('Refunded');
  // The page fetches the logged-in user again, because the refunded payment may be the admin's own.
  await waitFor(() => expect(userFetches()).toBe(before + 1));
  await screen.findByText('A cover was torn');
  expect(fact('Net')).toHaveTextContent('$15.99');
  expect(screen.getByText(/, by Olga Owner$/)).toBeVisible();
});

it('access that a full refund kept can be ended on the page of the payment, and is listed on the page of the student', async () => {
  const { paymentId } = await sellProduct();
  const { payments } = academy.caller(admin).admin;
  const payment = await payments.get({ paymentId });
  await payments.refund(refundInput(payment, { endAccess: false }));
  await deliverAll(academy);
  screen = await openScreen(academy, `/admin/users/${payment.userId}`, { as: admin });
  await screen.findByText('Refunded, access kept');
  expect(screen.getByRole('button', { name: 'Take River Bluffs back' })).toBeVisible();
  await screen.goTo(`/admin/payments/${paymentId}`);
  await screen.user.click(await screen.findByRole('button', { name: 'Take the product back...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take River Bluffs back?' }));
  screen.fill(dialog.getByLabelText('Reason'), 'Shared the files');
  await screen.user.click(dialog.getByRole('button', { name: 'Take back' }));
  await screen.readMessage('River Bluffs was taken back');
  expect(fact('The student can open')).toHaveTextContent('Nothing: access has ended.');
  expect(screen.queryByRole('button', { name: 'Take the product back...' })).toBeNull();
});

it('a full refund ends the membership by default, but the refund of a past period does not', async () => {
  const student = await academy.createUser();
  const { id } = await subscribe(academy, student, 'gold');
  await deliverAll(academy);
  const [payment] = await paymentsOf(academy, { ...admin, role: 'admin' }, student.userId);
  const openDialog = async () => {
    screen = await openScreen(academy, `/admin/payments/${payment?.id}`, { as: admin });
    await screen.user.click(await screen.findByRole('button', { name: 'Refund...' }));
    return screen.findByRole('checkbox', { name: 'Also end access' });
  };
  expect(await openDialog()).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Also end renewal' })).toBeChecked();
  await academy.deps.db
    .updateTable('billing_payments')
    .set({ covers_until: new Date(Date.now() - dayMs) })
    .where('subscription_id', '=', id)
    .execute();
  expect(await openDialog()).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Also end renewal' })).not.toBeChecked();
});

it('if the outcome of a refund is unknown, the warning not to send the refund again stays after the payment is reloaded', async () => {
  const { paymentId } = await sellProduct();
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Refund...' }));
  screen.fill(await screen.findByLabelText('Reason'), 'A cover was torn');
  academy.sandbox.faults.onRequest = ({ method, path }) =>
    method === 'POST' && path === '/v1/refunds' ? { kind: 'status', status: 500 } : undefined;
  await screen.user.click(screen.getByRole('button', { name: 'Refund all $19.99' }));
  const alert = await screen.findByRole('alert');
  academy.sandbox.faults.onRequest = undefined;
  await screen.findByText('Nothing is left to refund.');
  expect(screen.getByRole('alert')).toBe(alert);
  expect(alert).toHaveTextContent('It is not known yet whether the refund went through');
  expect(alert).toHaveTextContent('do not send it a second time');
});

it('if the response to a refund is lost, the refund is listed and not reported as failed', async () => {
  const { paymentId } = await sellProduct();
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Refund...' }));
  screen.fill(await screen.findByLabelText('Amount in dollars'), '4');
  screen.fill(screen.getByLabelText('Reason'), 'A cover was torn');
  screen.network.changeResponse('admin.payments.refund', () => {
    throw new TypeError('Failed to fetch');
  });
  await screen.user.click(screen.getByRole('button', { name: 'Refund $4.00' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('It is not known yet whether the refund went through');
  expect(alert).toHaveTextContent('check whether the refund is listed');
  await screen.findByRole('heading', { name: 'Refunds so far' });
});

it('a refund whose outcome cannot be read is reported as sent, not as failed', async () => {
  const { paymentId } = await sellProduct();
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Refund...' }));
  screen.fill(await screen.findByLabelText('Amount in dollars'), '4');
  screen.fill(screen.getByLabelText('Reason'), 'A cover was torn');
  screen.network.fail('admin.payments.reread', { status: 503, code: 'payments_unavailable' });
  await screen.user.click(screen.getByRole('button', { name: 'Refund $4.00' }));
  await screen.readMessage('Refund sent', /^Its outcome could not be read yet/);
});

it('the page fetches the logged-in admin again after an update from Stripe, but not after a failed update', async () => {
  const { paymentId } = await sellProduct();
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  const restore = screen.network.fail('admin.payments.reread', { status: 500, code: 'internal' });
  await screen.findByRole('button', { name: 'Update from Stripe' });
  await screen.settle();
  const before = userFetches();
  await screen.user.click(screen.getByRole('button', { name: 'Update from Stripe' }));
  await screen.readMessage('The payment could not be updated');
  await screen.settle();
  // Fetching the user after the session has ended would show the login page in place of what was typed.
  expect(userFetches()).toBe(before);
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Update from Stripe' }));
  await screen.readMessage('Updated from Stripe');
  await waitFor(() => expect(userFetches()).toBe(before + 1));
});

it('while the payments of another filter are loading, the page keeps showing the previous list', async () => {
  await sellProduct();
  screen = await openScreen(academy, '/admin?tab=purchases', { as: admin });
  await screen.findByRole('table', { name: 'Payments, newest first' });
  const release = screen.network.hold('admin.payments.search');
  await screen.user.type(screen.getByRole('searchbox', { name: 'Find' }), 'nobody of this name');
  await waitFor(() => expect(screen.url()).toContain('q=nobody'));
  expect(screen.getByRole('table', { name: 'Payments, newest first' })).toBeVisible();
  release();
  expect(await screen.findByText('No payment matches')).toBeVisible();
});

it('the link from a payment back to the list restores the list’s filters', async () => {
  await sellProduct();
  screen = await openScreen(academy, '/admin?tab=purchases&q=lind', { as: admin });
  const [first] = await screen.findAllByRole('link', { name: /: payment of Nora Lind/ });
  await screen.user.click(first as HTMLElement);
  await screen.user.click(await screen.findByRole('link', { name: /Purchase History/ }));
  expect(screen.url()).toBe('/admin?tab=purchases&q=lind');
});

it('a statement for the bank survives a failed attempt to send it; after the next attempt, the page shows that the evidence was sent', async () => {
  const { paymentId, chargeId } = await sellProduct();
  const { id: disputeId } = academy.sandbox.dispute(chargeId, 'product_not_received');
  await deliverAll(academy);
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.findByText(/^Answer by \d+ \w+ \d{4} \(7 days\)$/);
  expect(fact('The student can open')).toHaveTextContent('Suspended while the bank decides');

  const restore = screen.network.fail('admin.payments.sendEvidence', {
    status: 503,
    code: 'payments_unavailable',
  });
  await screen.user.click(screen.getByRole('button', { name: 'Answer the bank...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Answer the bank about $19.99?' }));
  const statement = dialog.getByLabelText(/^What only you know/);
  screen.fill(statement, 'They thanked us on 20 Nov.');
  const restorePage = screen.network.fail('admin.payments.page', { status: 500, code: 'internal' });
  await screen.user.click(dialog.getByRole('button', { name: 'Send evidence to Stripe' }));
  await dialog.findByText('The evidence may have been sent');
  await screen.findByText('The payment could not be loaded');
  restorePage();
  expect(statement).toHaveValue('They thanked us on 20 Nov.');
  const messages = dialog.getByLabelText(/^Messages with the student/);
  await screen.user.upload(messages, new File([], 'chat.pdf', { type: 'application/pdf' }));
  await dialog.findByText('The file is empty. Please choose it again.');
  restore();
  await screen.user.click(dialog.getByRole('button', { name: 'Send evidence to Stripe' }));
  await screen.readMessage('Evidence sent to Stripe');
  await screen.findByText(/^Sent to Stripe on \d+ \w+ \d{4}\.$/);
  expect(screen.queryByRole('button', { name: 'Answer the bank...' })).toBeNull();
  expect(screen.getByText('Evidence sent to Stripe')).toBeVisible();
  const atStripe = academy.sandbox.disputes().find(({ id }) => id === disputeId);
  expect(atStripe?.evidence).toMatchObject({ uncategorized_text: 'They thanked us on 20 Nov.' });
});

it('if the bank accepts no response to a dispute, the page asks for no evidence', async () => {
  const { paymentId, chargeId } = await sellProduct();
  academy.sandbox.dispute(chargeId, 'fraudulent', { acceptsResponse: false });
  await deliverAll(academy);
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.findByText(/^The bank decides, .* No evidence was sent\.$/);
  expect(screen.queryByRole('button', { name: 'Answer the bank...' })).toBeNull();
});

it('a dispute that was lost without an answer shows its outcome instead of the steps to answer it', async () => {
  const { paymentId, chargeId } = await sellProduct();
  const { id: disputeId } = academy.sandbox.dispute(chargeId, 'fraudulent');
  academy.sandbox.closeDispute(disputeId, 'lost');
  await deliverAll(academy);
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.findByText('The bank decided: the money went back to the student. No evidence was sent.');
  expect(screen.queryByText(/^Send it to Stripe/)).toBeNull();
});

it('for a dispute with an unknown status, the page refers to Stripe and does not show the steps to answer it', async () => {
  const { paymentId, chargeId } = await sellProduct();
  const { id: disputeId } = academy.sandbox.dispute(chargeId, 'fraudulent');
  await deliverAll(academy);
  const unknown = { status: 'on_another_planet', standing: 'unclear' } as const;
  await academy.deps.db.updateTable('billing_disputes').set(unknown).where('id', '=', disputeId).execute();
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.findByText(
    'Stripe reports “on another planet”, a status that the academy does not know. Check the dispute in Stripe. No evidence was sent.',
  );
  expect(screen.queryByText(/^Send it to Stripe/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Answer the bank...' })).toBeNull();
});

it('after the deadline, a dispute shows neither the steps nor the button to answer it', async () => {
  const { paymentId, chargeId } = await sellProduct();
  academy.sandbox.dispute(chargeId, 'fraudulent');
  await deliverAll(academy);
  academy.clock.advance(8 * dayMs);
  onTestFinished(() => academy.clock.advance(-8 * dayMs));
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.findByText(/^The deadline was /);
  expect(screen.getByText(/^The bank decides, .* No evidence was sent\.$/)).toBeVisible();
  expect(screen.queryByText(/^Send it to Stripe/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Answer the bank...' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Download evidence' })).toBeVisible();
});

it('an inquiry that was closed is not called a dispute', async () => {
  const { paymentId, chargeId } = await sellProduct();
  const { id: disputeId } = academy.sandbox.dispute(chargeId, 'fraudulent', { isInquiry: true });
  academy.sandbox.closeDispute(disputeId, 'warning_closed');
  await deliverAll(academy);
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.findByText(/^The inquiry was closed: no money was taken back\./);
  expect(screen.getByRole('heading', { name: 'Inquiry from the bank' })).toBeVisible();
  expect(screen.getByText(/asked about on/)).toHaveTextContent(/^\$19\.99 asked about on .*: fraudulent$/);
});

it('an inquiry is listed with its deadline, and a refund from the list closes it', async () => {
  const { chargeId } = await sellProduct();
  academy.sandbox.dispute(chargeId, 'unrecognized', { isInquiry: true });
  await deliverAll(academy);
  screen = await openScreen(academy, '/admin?tab=purchases&view=disputes', { as: admin });
  const label = await screen.findByText('Bank inquiry');
  const inquiry = within(label.closest('li') as HTMLElement);
  expect(inquiry.getByText(/^No money was taken back, and the student keeps access\./)).toBeVisible();
  expect(inquiry.getByText(/^Answer by .* \(\d days\)$/)).toBeVisible();
  const disputes = screen.getByRole('link', { name: /^Disputes/ });
  await waitFor(() => expect(disputes).toHaveTextContent(/^Disputes\d+ waiting$/));
  const waiting = Number.parseInt(disputes.textContent?.slice('Disputes'.length) ?? '', 10);
  await screen.user.click(inquiry.getByRole('button', { name: 'Refund...' }));
  screen.fill(await screen.findByLabelText('Reason'), 'The cardholder did not know the name');
  await screen.user.click(screen.getByRole('button', { name: 'Refund all $19.99' }));
  await screen.readMessage('Refunded');
  await screen.findByText('Inquiry closed: refunded');
  expect(inquiry.queryByRole('button', { name: 'Refund...' })).toBeNull();
  const expected = waiting === 1 ? 'Disputes' : `Disputes${waiting - 1} waiting`;
  await waitFor(() => expect(disputes.textContent).toBe(expected));
});

it('an inquiry that ended with a refund shows neither the steps to answer it nor a decision of the bank', async () => {
  const { paymentId, chargeId } = await sellProduct();
  const { id: disputeId } = academy.sandbox.dispute(chargeId, 'fraudulent', { isInquiry: true });
  await deliverAll(academy);
  await academy.caller(admin).admin.payments.refund({
    paymentId,
    amountCents: 1999,
    endAccess: true,
    endRenewal: false,
    reason: 'The bank asked about it',
    expectedCommittedCents: 0,
  });
  await deliverAll(academy);
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.findByText('Refunded: the bank has nothing more to ask. No evidence was sent.');
  expect(screen.queryByText(/^Send it to Stripe/)).toBeNull();
  await screen.close();
  academy.sandbox.closeDispute(disputeId, 'warning_closed');
  await deliverAll(academy);
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.findByText('The inquiry was closed after the refund. No evidence was sent.');
});

it('the list says which payments are refunded in part or in dispute', async () => {
  const refunded = await sellProduct();
  await academy.caller(admin).admin.payments.refund({
    paymentId: refunded.paymentId,
    amountCents: 400,
    endAccess: false,
    endRenewal: false,
    reason: 'A cover was torn',
    expectedCommittedCents: 0,
  });
  const disputed = await sellProduct();
  academy.sandbox.dispute(disputed.chargeId, 'fraudulent');
  await deliverAll(academy);
  screen = await openScreen(academy, '/admin?tab=purchases', { as: admin });
  const rows = await screen.findAllByRole('row');
  expect(rows.some((row) => within(row).queryByText('Refunded in part'))).toBe(true);
  const inDispute = rows.filter((row) => within(row).queryByText('in dispute'));
  expect(inDispute.length).toBeGreaterThan(0);
  for (const row of inDispute) expect(within(row).getByText('Disputed')).toBeVisible();
});

it('an admin can have an event from Stripe processed again', async () => {
  await sellProduct();
  await deliverAll(academy);
  screen = await openScreen(academy, '/admin?tab=stats&view=webhooks', { as: admin });
  await screen.findByText('Events arrive and are processed');
  const [again] = await screen.findAllByRole('button', {
    name: /^Process again checkout\.session\.completed/,
  });
  await screen.user.click(again as HTMLElement);
  await screen.readMessage('Processed');
});

it('the page of a membership payment shows the plan, and an unknown payment is reported as such', async () => {
  const student = await academy.createUser();
  await subscribe(academy, student, 'gold');
  await deliverAll(academy);
  const { items } = await academy.caller(admin).admin.payments.search({ userId: student.userId });
  screen = await openScreen(academy, `/admin/payments/${items[0]?.paymentId}`, { as: admin });
  await screen.findByRole('heading', { level: 1, name: '$5.00' });
  expect(fact('The student can open')).toHaveTextContent(/^Gold, until \d+ \w+ \d{4}$/);
  await screen.goTo('/admin/payments/00000000-0000-4000-8000-000000000000');
  await screen.findByText('There is no such payment');
});

it('students cannot open the page of a payment or of a user', async () => {
  const { paymentId } = await sellProduct();
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: student });
  await screen.findByText(/You need admin privileges to access this page/);
  await screen.goTo('/profile');
  await screen.findByRole('heading', { name: 'Quick Actions' });
  await screen.goTo(`/admin/users/${student.userId}`);
  await screen.findByText(/You need admin privileges to access this page/);
});
