import { within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentOf } from '../../../../server/payments/testing/money.ts';
import {
  buy,
  createTestProduct,
  openSession,
  purchaseOf,
} from '../../../../server/payments/testing/purchases.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

let academy: TestApp;
let admin: TestUser;
let product: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp({ stripe: 'sandbox' });
  admin = await academy.createUser({ role: 'admin', password: testPassword });
  product = await createTestProduct(
    academy,
    { ...admin, role: 'admin' },
    { type: 'session', productNumber: 9, content: 'Three barrels' },
  );
});
afterAll(() => academy.close());

async function holdPurchase(): Promise<{ id: string; paymentId: string }> {
  const student = await academy.createUser({ firstName: 'Nora', lastName: 'Lind' });
  const sessionId = await openSession(academy, student, product);
  // The payment of $19.99 then does not match the purchase, which puts it on hold.
  await academy.deps.db
    .updateTable('purchases')
    .set({ amount_cents: 5 })
    .where('checkout_session_id', '=', sessionId)
    .execute();
  await academy.sandbox.pay(sessionId);
  await academy.caller(student).payments.completePurchase({ sessionId });
  const { id } = await purchaseOf(academy, sessionId);
  const payment = await paymentOf(academy, { ...admin, role: 'admin' }, sessionId);
  return { id, paymentId: payment.id };
}

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
