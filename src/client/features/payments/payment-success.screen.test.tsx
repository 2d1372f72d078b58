import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it, vi } from 'vitest';
import { sendProductPdf, testPdf } from '../../../server/access/testing/stored-files.ts';
import type { AdminActor } from '../../../server/actor.ts';
import { createPromotion } from '../../../server/payments/testing/promotions.ts';
import {
  buy,
  createAdmin,
  createTestProduct,
  openSession,
  sessionIdOf,
  testMetadata,
} from '../../../server/payments/testing/purchases.ts';
import { openPlan, subscriptionOf } from '../../../server/payments/testing/subscriptions.ts';
import { deleteProduct } from '../../../server/shop/product-editing.operations.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let student: TestUser;
let admin: AdminActor;
let product: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword });
  admin = await createAdmin(academy);
  const filePath = await sendProductPdf(academy, admin, await testPdf());
  product = await createTestProduct(academy, admin, { filePath });
});

const open = async (path: string) => {
  screen = await openScreen(academy, path, { as: student });
};
const completePurchase = 'POST /trpc/payments.completePurchase';
const main = () => within(screen.getByRole('main'));
const expectLinks = (links: Record<string, string>) => {
  for (const [name, href] of Object.entries(links))
    expect(main().getByRole('link', { name })).toHaveAttribute('href', href);
};

it('without an id, the page reports a missing payment session', async () => {
  await open('/payment-success');
  await screen.findByRole('heading', { name: 'Payment Verification Issue' });
  expect(main().getByText('No payment session found')).toBeVisible();
  expectLinks({ 'Back to Plans': '/subscription-plans', 'Continue to Dashboard': '/coaching-dashboard' });
});

it('for an unknown id, the page says that the payment session is invalid', async () => {
  await open('/payment-success?session_id=cs_test_a1b2c3d4e5f6g7h8');
  await screen.findByRole('heading', { name: 'Invalid Payment Session' });
  expectLinks({ 'Back to Subscription Plans': '/subscription-plans' });
});

it('the page says that a payment session expired before it was paid', async () => {
  const sessionId = await openSession(academy, student, product);
  academy.sandbox.expire(sessionId);
  await open(`/payment-success?session_id=${sessionId}`);
  await screen.findByRole('heading', { name: 'Payment Verification Issue' });
  expect(main().getByText('Payment verification failed. Please contact support.')).toBeVisible();
  expect(main().getByText('The payment session expired before it was paid.')).toBeVisible();
});

it('after 30 seconds without a response, the page does not claim success', async () => {
  const sessionId = await openSession(academy, student, product);
  await open('/profile');
  await screen.findByText('Active Member');
  screen.network.drop(/^\/trpc\/payments\./);
  // Only the clock is mocked, because the server runs in this process and needs its timers.
  const realNow = Date.now;
  let ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
  const attempts = () => screen.network.sent.filter((call) => call === completePurchase).length;
  await screen.goTo(`/payment-success?session_id=${sessionId}`);
  await waitFor(() => expect(attempts()).toBe(1));
  ahead = 24_000;
  await waitFor(() => expect(attempts()).toBe(2));
  expect(main().getByRole('heading', { name: 'Verifying Payment...' })).toBeVisible();
  ahead = 31_000;
  await screen.findByText('Unable to verify payment. Your subscription should be active soon.');
  expect(screen.getByRole('main')).not.toHaveTextContent('$');
  expect(screen.getByRole('main')).not.toHaveTextContent('activated');
});

it('after a successful purchase, the page confirms it and links to the plans and the dashboard', async () => {
  const sessionId = await openSession(academy, student, product);
  await academy.sandbox.pay(sessionId);
  await open(`/payment-success?session_id=${sessionId}`);
  await screen.findByRole('heading', { name: 'Payment Successful' });
  expectLinks({ 'View All Plans': '/subscription-plans', 'Continue to Dashboard': '/coaching-dashboard' });
  expect(
    await screen.readMessage(
      'Purchase Successful!',
      'Your product has been added to your library. You can now access it from the learning section.',
    ),
  ).toBe('status');
});

it('after the purchase of a new edition, the page links to it, not to the archived PDF with the same number', async () => {
  const buyer = await academy.createUser({ password: testPassword });
  const edition = async (title: string) => {
    const filePath = await sendProductPdf(academy, admin, await testPdf());
    return createTestProduct(academy, admin, { title, productNumber: 30, filePath });
  };
  const old = await edition('First Edition');
  await buy(academy, buyer, old);
  await deleteProduct(academy.deps, admin, old.id, testMetadata);
  const sessionId = await openSession(academy, buyer, await edition('Second Edition'));
  await academy.sandbox.pay(sessionId);
  screen = await openScreen(academy, `/payment-success?session_id=${sessionId}`, { as: buyer });
  expect(await screen.findByRole('link', { name: 'Read Second Edition now' })).toBeVisible();
});

it('if the payment cannot be read, the page shows the membership’s monthly price, but not as the amount paid', async () => {
  const { code } = await createPromotion(academy, admin);
  const { url } = await academy
    .caller(student)
    .payments.createSubscriptionSession({ plan: 'silver', promotionCode: code });
  const sessionId = sessionIdOf(url);
  await academy.sandbox.pay(sessionId);
  await open('/profile');
  await screen.findByText('Active Member');
  screen.network.drop('payments.checkoutSession');
  await screen.goTo(`/payment-success?session_id=${sessionId}`);
  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(await main().findByText('Price a month')).toBeVisible();
  expect(main().queryByText('Amount paid')).toBeNull();
});

it('opened again later, the page of a membership’s first payment names the plan that was paid for, and says when no membership is left', async () => {
  const member = await academy.createUser({ password: testPassword });
  const sessionId = await openPlan(academy, member, 'silver');
  await academy.sandbox.pay(sessionId);
  const { payments } = academy.caller(member);
  await payments.verifySubscription({ sessionId });
  const { todayCents } = await payments.previewPlanChange({ plan: 'gold' });
  await payments.changePlan({ plan: 'gold', expectedTodayCents: todayCents });
  screen = await openScreen(academy, `/payment-success?session_id=${sessionId}`, { as: member });
  await screen.findByText('Your Gold subscription is active.');
  const facts = main()
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts.slice(0, 2)).toEqual([
    ['Plan', 'Silver membership'],
    ['Amount paid', '$1.00'],
  ]);

  const { id } = await subscriptionOf(academy, member);
  await academy.deps.stripe.subscriptions.cancel(id);
  await screen.close();
  screen = await openScreen(academy, `/payment-success?session_id=${sessionId}`, { as: member });
  await screen.findByRole('heading', { name: 'This membership is no longer active' });
  expect(screen.getByRole('main')).toHaveTextContent('$1.00');
  expectLinks({ 'Go to billing': '/billing', 'View All Plans': '/subscription-plans' });
});
