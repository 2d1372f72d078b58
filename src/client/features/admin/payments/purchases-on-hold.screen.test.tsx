import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { paymentOf } from '../../../../server/payments/testing/money.ts';
import {
  buy,
  createTestProduct,
  openSession,
  purchaseOf,
} from '../../../../server/payments/testing/purchases.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;
let product: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
  product = await createTestProduct(
    academy,
    { ...admin, role: 'admin' },
    { type: 'session', productNumber: 9, content: 'Three barrels' },
  );
});

async function holdPurchase(
  student?: TestUser,
): Promise<{ id: string; paymentId: string; sessionId: string }> {
  student ??= await academy.createUser({ firstName: 'Nora', lastName: 'Lind' });
  const sessionId = await openSession(academy, student, product);
  // Changes the stored amount. The payment of $19.99 then does not match the purchase, so the purchase is put on hold.
  await academy.deps.db
    .updateTable('purchases')
    .set({ amount_cents: 5 })
    .where('checkout_session_id', '=', sessionId)
    .execute();
  await academy.sandbox.pay(sessionId);
  await academy.caller(student).payments.completePurchase({ sessionId });
  const { id } = await purchaseOf(academy, sessionId);
  const payment = await paymentOf(academy, { ...admin, role: 'admin' }, sessionId);
  return { id, paymentId: payment.id, sessionId };
}

it('a student sees that a payment is on hold, and gets the product after an admin has delivered it with a reason', async () => {
  const student = await academy.createUser({ firstName: 'Nora', lastName: 'Lind', password: testPassword });
  const { sessionId } = await holdPurchase(student);
  screen = await openScreen(academy, `/payment-success?session_id=${sessionId}`, { as: student });
  await screen.findByRole('heading', { level: 1, name: 'Our team needs to review your payment' });
  await screen.goTo('/billing');
  await screen.findByText(/^On hold\. Our team needs to review your payment for this product\./);
  await screen.goTo('/coaching');
  await screen.findByRole('heading', { name: 'PDF Resources' });
  await screen.settle();
  expect(screen.queryByRole('heading', { name: 'River Bluffs' })).toBeNull();
  await screen.close();

  screen = await openScreen(academy, '/admin?tab=purchases&view=held', { as: admin });
  await screen.findByText(/paid \$19\.99/);
  await screen.user.click(screen.getByRole('button', { name: 'Deliver...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliver to Nora Lind?' }));
  dialog.getByText(/River Bluffs is added to the library/);
  const deliver = dialog.getByRole('button', { name: 'Deliver' });
  await screen.user.click(deliver);
  const note = dialog.getByRole('textbox', { name: 'Why this is correct' });
  await waitFor(() => expect(note).toBeInvalid());
  screen.fill(note, 'They had a voucher');
  await screen.user.dblClick(deliver);
  await screen.readMessage('Delivered');
  await screen.findByRole('heading', { name: 'Nothing is on hold' });
  expect(screen.network.sent.filter((call) => call.includes('deliverOnHold'))).toHaveLength(1);
  await screen.close();
  screen = await openScreen(academy, '/coaching', { as: student });
  await screen.findByRole('heading', { name: 'River Bluffs' });
});

it.each([
  ['the list of purchases on hold', () => '/admin?tab=purchases&view=held'],
  ['the page of the payment', (paymentId: string) => `/admin/payments/${paymentId}`],
])('%s shows an error if another admin has already delivered the purchase', async (_where, path) => {
  const { id, paymentId } = await holdPurchase();
  screen = await openScreen(academy, path(paymentId), { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Deliver...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliver to Nora Lind?' }));
  screen.fill(dialog.getByRole('textbox', { name: 'Why this is correct' }), 'Checked at Stripe');
  await academy.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'They had a voucher' });
  await screen.user.click(dialog.getByRole('button', { name: 'Deliver' }));
  await dialog.findByText('This purchase is not on hold');
  await screen.settle();
  expect(dialog.getByText('This purchase is not on hold')).toBeVisible();
});

it('the page of a payment shows an error if another admin has already declined the refund request', async () => {
  const student = await academy.createUser();
  const sessionId = await buy(academy, student, product);
  const { id: paymentId } = await paymentOf(academy, { ...admin, role: 'admin' }, sessionId);
  await academy.caller(student).payments.requestRefund({ paymentId, reason: 'Not what I expected' });
  screen = await openScreen(academy, `/admin/payments/${paymentId}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Decline refund request...' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Decline the refund request/ }));
  screen.fill(dialog.getByLabelText('Answer to the student'), 'You have opened all lessons already.');
  const { items } = await academy.caller(admin).admin.payments.refundRequests({ paymentId });
  await academy
    .caller(admin)
    .admin.payments.declineRefund({ requestId: items[0]?.id ?? '', answer: 'It was opened yesterday.' });
  await screen.user.click(dialog.getByRole('button', { name: 'Decline request' }));
  await dialog.findByText('The request could not be declined');
});
