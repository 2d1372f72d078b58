import { within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { paymentOf } from '../../../../server/payments/testing/money.ts';
import { buy, createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import { openFirstCursor } from '../../../../server/platform/db/paging.ts';
import { openScreen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
  other = await academy.createUser({ role: 'admin' });
});

async function requestRefund(reason: string): Promise<{ paymentId: string; requestId: string }> {
  const product = await createTestProduct(academy, { ...admin, role: 'admin' });
  const student = await academy.createUser();
  const sessionId = await buy(academy, student, product);
  const { id: paymentId } = await paymentOf(academy, { ...admin, role: 'admin' }, sessionId);
  const { id: requestId } = await academy.caller(student).payments.requestRefund({ paymentId, reason });
  return { paymentId, requestId };
}

it('if an admin refunds a request that another admin has just declined, nothing is refunded, and the dialog keeps the entered reason', async () => {
  const { paymentId, requestId } = await requestRefund('Too easy');

  const screen = await openScreen(academy, '/admin?tab=purchases&view=requests', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Refund...' }));
  await screen.findByLabelText('Amount in dollars');
  const dialog = within(screen.getByRole('dialog', { name: 'Refund this payment?' }));
  screen.fill(dialog.getByLabelText('Reason'), 'As a courtesy');
  await academy.caller(other).admin.payments.declineRefund({ requestId, answer: 'You read all of it.' });
  await screen.user.click(dialog.getByRole('button', { name: 'Refund all $19.99' }));
  await dialog.findByText(/^This request was declined in the meantime/);
  expect(dialog.getByLabelText('Reason')).toHaveValue('As a courtesy');
  expect(await screen.findByText('Answered: You read all of it.')).toBeInTheDocument();
  const { refunds } = await academy.caller(other).admin.payments.get({ paymentId });
  expect(refunds).toEqual([]);
  await screen.close();
});

it('a request that another admin declined before the next page was loaded is shown once, as declined', async () => {
  const { requestId } = await requestRefund('Asked on the first page');

  const screen = await openScreen(academy, '/admin?tab=purchases', { as: admin });
  const restore = screen.network.changeResponse('admin.payments.refundRequests', (page: object) => ({
    ...page,
    // After all open requests.
    nextCursor: openFirstCursor.write({ is_open: true, sorted_at: '2000-01-01', id: requestId }),
  }));
  await screen.user.click(await screen.findByRole('link', { name: /^Refund requests/ }));
  await screen.findByText('Asked on the first page');
  restore();
  await academy.caller(other).admin.payments.declineRefund({ requestId, answer: 'Declined meanwhile' });
  await screen.user.click(screen.getByRole('button', { name: 'Load more requests' }));
  await screen.findByText('Answered: Declined meanwhile');
  expect(screen.getAllByText('Asked on the first page')).toHaveLength(1);
  await screen.close();
});
