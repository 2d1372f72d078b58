import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { deliverAll } from '../../../server/payments/testing/money.ts';
import { createPromotion } from '../../../server/payments/testing/promotions.ts';
import {
  checkoutInput,
  createAdmin,
  createTestProduct,
  sessionIdOf,
} from '../../../server/payments/testing/purchases.ts';
import { emailsTo } from '../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let screen: Screen;

it('the receipt on the billing page states the same day and the same discount as the one sent by email', async () => {
  const admin = await createAdmin(academy);
  const product = await createTestProduct(academy, admin, { title: 'River Bluffs' });
  const { code } = await createPromotion(academy, admin);
  const student = await academy.createUser({ password: testPassword });
  const { payments } = academy.caller(student);
  const { url } = await payments.createPurchaseSession({ ...checkoutInput(product), promotionCode: code });
  await academy.sandbox.pay(sessionIdOf(url));
  await deliverAll(academy);
  screen = await openScreen(academy, '/billing', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Receipt for River Bluffs' }));
  const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  const discount = receipt.getByText('Discount').nextElementSibling?.textContent;
  expect(discount).toBe(`$4.00 with the code ${code}`);
  const [email] = await emailsTo(academy, student, 'receipt');
  expect(email?.body_text).toContain(`Discount: ${discount}`);
  expect(email?.body_text).toContain(`Date: ${receipt.getByText('Date').nextElementSibling?.textContent}\n`);
});
