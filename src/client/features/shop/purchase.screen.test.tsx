import { focusManager } from '@tanstack/react-query';
import { within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deliverAll } from '../../../server/payments/testing/money.ts';
import {
  buy,
  createAdmin,
  createTestProduct,
  openSession,
  purchaseOf,
  sessionIdOf,
  testMetadata,
} from '../../../server/payments/testing/purchases.ts';
import { deleteProduct } from '../../../server/shop/product-editing.operations.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { changeUser } from '../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let student: TestUser;
let product: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  product = await createTestProduct(academy, await createAdmin(academy));
});
beforeEach(async () => {
  student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/products', { as: student });
});

const findBuy = () => screen.findByRole('button', { name: /^Buy \$/ });

it('Buy opens the payment page; after the payment, a link leads to the library', async () => {
  await screen.user.click(await findBuy());
  await expect.poll(() => screen.url()).toMatch(/\/c\/pay\/cs_test_/);
  const sessionId = sessionIdOf(screen.url());
  await academy.sandbox.pay(sessionId);
  await screen.goTo(`/payment-success?session_id=${sessionId}`);
  await screen.user.click(await screen.findByRole('link', { name: 'Open my library' }));
  await screen.findByRole('heading', { name: 'River Bluffs' });
  expect(screen.url()).toBe('/coaching');
});

it('if a purchase cannot be started, an error says so', async () => {
  const buy = await findBuy();
  screen.network.drop('payments.createPurchaseSession');
  await screen.user.click(buy);
  expect(
    await screen.readMessage('Purchase Failed', 'Failed to start purchase process. Please try again.'),
  ).toBe('alert');
});

it('if the product was paid for in another tab that was then closed, a click on Buy shows that the student owns the product', async () => {
  const buy = await findBuy();
  await academy.sandbox.pay(await openSession(academy, student, product));
  await deliverAll(academy);

  await screen.user.click(buy);
  expect(await screen.readMessage('Already Purchased', 'You already own this product.')).toBe('alert');
  await screen.goTo('/billing');
  const payments = within(await screen.findByRole('table', { name: /^Your payments/ }));
  expect(payments.getByText('Paid')).toBeVisible();
});

it.each([
  ['suspended', 'Suspended while your bank decides', 'already_owned'],
  ['on_hold', 'Your payment is on hold', 'conflict'],
] as const)(
  'a product whose purchase is %s is not offered again in the shop or on its page, and the server takes no second payment',
  async (state, title, code) => {
    const sessionId = await buy(academy, student, product);
    if (state === 'suspended') {
      const { payment_intent_id: intent } = await purchaseOf(academy, sessionId);
      const charge = academy.sandbox.charges().find((one) => one.payment_intent === intent);
      academy.sandbox.dispute(charge?.id ?? '');
      await deliverAll(academy);
    } else {
      await academy.deps.db
        .updateTable('purchases')
        .set({ status: 'failed', held_reason: 'amount_mismatch' })
        .where('checkout_session_id', '=', sessionId)
        .execute();
    }
    await expect(openSession(academy, student, product)).rejects.toMatchObject({ code });
    const badge = state === 'suspended' ? 'SUSPENDED' : 'ON HOLD';
    const expectNoOffer = async () => {
      const payments = await screen.findByRole('link', { name: `See your payments ${product.title}` });
      expect(payments).toHaveAttribute('href', '/billing');
      expect(screen.getByText(badge)).toBeVisible();
      expect(screen.queryByRole('button', { name: /^Buy / })).toBeNull();
    };
    await screen.goTo('/billing');
    await screen.goTo('/products');
    await expectNoOffer();
    await screen.goTo(`/products/${product.id}`);
    await screen.findByText(title);
    await expectNoOffer();
    const contact = screen.queryByRole('link', { name: 'contact us' });
    expect(contact?.getAttribute('href')).toBe(state === 'on_hold' ? '/#contact' : undefined);

    const { shop } = academy.caller(await academy.createUser());
    const unblocked = { id: product.id, blockedPurchase: null };
    expect(await shop.getProduct({ id: String(product.id) })).toMatchObject(unblocked);
    expect(await shop.listProducts()).toMatchObject([unblocked]);
  },
);

it('after an admin has delivered a purchase that was on hold, the shop and the product’s page show OWNED when the buyer returns', async () => {
  const sessionId = await buy(academy, student, product);
  const setReason = (reason: 'amount_mismatch' | null) =>
    academy.deps.db
      .updateTable('purchases')
      .set({ status: reason === null ? 'completed' : 'failed', held_reason: reason })
      .where('checkout_session_id', '=', sessionId)
      .execute();
  try {
    for (const path of ['/products', `/products/${product.id}`]) {
      await setReason('amount_mismatch');
      await screen.goTo('/billing');
      await screen.goTo(path);
      await screen.findByText('ON HOLD');
      await screen.settle();
      // An admin delivers the purchase.
      await setReason(null);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minuteMs });
      focusManager.onFocus();
      await screen.findByText('OWNED');
      vi.useRealTimers();
    }
  } finally {
    vi.useRealTimers();
  }
});

it('a buyer whose email was verified on another device meanwhile is not asked to wait for a link', async () => {
  screen.network.fail('payments.createPurchaseSession', { status: 403, code: 'email_unverified' });
  await screen.user.click(await findBuy());
  const sendLink = await screen.findByRole('button', { name: 'Send me a new link' });
  await changeUser(academy, student, { email_verified_at: academy.deps.now() });
  await screen.user.click(sendLink);
  expect(await screen.findByText('Your email is verified already. You can buy now.')).toBeVisible();
});

it('a visitor who buys with a promotion code in the URL keeps the code while signing up', async () => {
  await screen.close();
  screen = await openScreen(academy, `/products/${product.id}?code=SPRING20`);
  await screen.user.click(await findBuy());
  const next = encodeURIComponent(`/products/${product.id}?code=SPRING20`);
  await expect.poll(() => screen.url()).toBe(`/auth?tab=signup&next=${next}`);
});

it('a product that is withdrawn while its page is open can no longer be bought there', async () => {
  const admin = await createAdmin(academy);
  const withdrawn = await createTestProduct(academy, admin, { productNumber: 9, title: 'Withdrawn' });
  await screen.goTo(`/products/${withdrawn.id}`);
  const buy = await findBuy();
  await deleteProduct(academy.deps, admin, withdrawn.id, testMetadata);
  await screen.user.click(buy);
  await screen.findByText('Not on sale');
  expect(screen.getByRole('heading', { level: 1, name: 'Withdrawn' })).toBeVisible();
  expect(buy).toBeDisabled();
});
