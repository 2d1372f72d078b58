import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { type Academy, admin, openAcademy } from './academy.ts';
import { sandboxOf } from './sandbox-controls.ts';
import { demoStudent, signIn } from './sign-in.ts';

/** The screens and words of S2 §2, §4 and §8 about payments that no other story comes across, one by one. */

test.describe.configure({ mode: 'serial' });

let academy: Academy;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  academy = await openAcademy();
  context = await browser.newContext({ baseURL: academy.url, reducedMotion: 'reduce' });
  await signIn(context, academy.url, demoStudent);
  page = await context.newPage();
});

test.afterAll(async () => {
  await academy?.remove();
});

/** The first Buy of the shop, which is come to from another page so that what is owned is known. */
async function findBuy(where: Page): Promise<Locator> {
  await where.goto('/profile');
  await where.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
  const buy = where.getByRole('button', { name: /^Buy \$/ }).first();
  await expect(buy).toBeVisible();
  return buy;
}

async function openPayment(): Promise<string> {
  await (await findBuy(page)).click();
  await page.waitForURL(/\/c\/pay\/cs_test_/);
  return /cs_test_\w+/.exec(page.url())?.[0] ?? '';
}

async function pay(number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 30');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Sam Okafor');
  await page.getByRole('button', { name: /^Pay / }).click();
}

const reasons = [
  {
    reason: 'payment_failed',
    title: 'Payment Failed',
    description: 'Your payment could not be processed.',
    details: 'insufficient funds, an expired card, or bank restrictions',
    action: 'Check your payment method and try again.',
  },
  {
    reason: 'cancelled',
    title: 'Payment Cancelled',
    description: 'You cancelled the payment process.',
    details: 'No charges were made',
    action: 'try again anytime',
  },
  {
    reason: 'expired',
    title: 'Session Expired',
    description: 'Your payment session has expired.',
    details: 'sessions expire after 24 hours',
    action: 'start a new subscription process',
  },
  {
    reason: 'invalid_session',
    title: 'Invalid Session',
    description: 'session is invalid or corrupted',
    details: 'session is invalid or corrupted',
    action: 'start a new subscription process',
  },
  {
    reason: 'network_error',
    title: 'Connection Error',
    description: 'network error occurred during payment',
    details: 'network error during payment',
    action: 'Check your connection and try again',
  },
  {
    reason: 'unknown',
    title: 'Payment Error',
    description: 'unexpected error occurred',
    details: 'unexpected error',
    action: 'Try again or contact support',
  },
] as const;

for (const { reason, title, description, details, action } of reasons) {
  test(`/payment-error says why for ${reason}`, async () => {
    await page.goto(`/payment-error?reason=${reason}&plan=gold&amount=500&session_id=cs_test_abcdefgh1234`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: title })).toContainText(description);
    await expect(main.getByText(description).first()).toBeVisible();
    await expect(main).toContainText(details);
    await expect(main).toContainText(action);
    for (const [term, value] of [
      ['Plan', 'Gold'],
      ['Amount', '$5.00'],
      ['Error reference', 'cs_test_abcdefgh1234'],
    ] as const) {
      await expect(main.getByRole('term').filter({ hasText: term })).toBeVisible();
      await expect(main.getByRole('definition').filter({ hasText: value })).toBeVisible();
    }
    const isCard = reason === 'payment_failed';
    await expect(main.getByRole('heading', { name: 'Check Your Payment Method' })).toHaveCount(
      isCard ? 1 : 0,
    );
    await expect(main.getByRole('link', { name: 'Try Again' })).toHaveAttribute(
      'href',
      '/subscription-plans',
    );
    await expect(main.getByRole('link', { name: 'Back to the shop' })).toHaveCount(0);
  });
}

test('an address with made-up words shows none of them (D-54)', async () => {
  const words = {
    reason: '<img src=x onerror="document.title=1">',
    plan: 'platinum',
    amount: '-5e9',
    session_id: '../v1/customers',
  };
  await page.goto(`/payment-error?${new URLSearchParams(words)}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Payment Error' })).toBeVisible();
  await expect(main.getByText('Payment details')).toHaveCount(0);
  for (const word of ['platinum', '5e9', 'customers', 'onerror', '<img']) {
    await expect(main).not.toContainText(word);
  }
  await expect(main.getByRole('link', { name: 'Back to the shop' })).toHaveAttribute('href', '/products');
  await expect(page).toHaveTitle(/^Payment/);
});

test('Contact Support opens a mail with all that is known, and Call Us a number', async () => {
  const office = await context.browser()?.newContext({ baseURL: academy.url });
  if (!office) throw new Error('there is no browser');
  await signIn(office, academy.url, admin);
  for (const [key, value] of [
    ['supportEmail', 'help@academy.test'],
    ['supportPhone', '+1 555 0100'],
  ] as const) {
    const answer = await office.request.post('/trpc/settings.update', {
      data: { key, value },
      headers: { origin: academy.url },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await office.close();
  await page.goto(
    '/payment-error?reason=payment_failed&plan=gold&amount=500&session_id=cs_test_abcdefgh1234',
  );
  const main = page.getByRole('main');
  await expect(async () => {
    const href = (await main.getByRole('link', { name: 'Contact Support' }).getAttribute('href')) ?? '';
    const mail = new URL(href);
    expect(mail.protocol + mail.pathname).toBe('mailto:help@academy.test');
    const body = mail.searchParams.get('body') ?? '';
    for (const line of [
      'Reason: payment_failed',
      'Plan: gold',
      'Amount: $5.00',
      'Session ID: cs_test_abcdefgh1234',
    ]) {
      expect(body).toContain(line);
    }
  }).toPass();
  await expect(main.getByRole('heading', { name: 'Call Us' })).toBeVisible();
  await expect(main.getByRole('link', { name: '+1 555 0100' })).toHaveAttribute('href', 'tel:+15550100');
});

test('/payment-success without an id, and with one that nobody has', async () => {
  await page.goto('/payment-success');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Payment Verification Issue' })).toBeVisible();
  await expect(main.getByText('No payment session found')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Back to Plans' })).toHaveAttribute(
    'href',
    '/subscription-plans',
  );
  await expect(main.getByRole('link', { name: 'Continue to Dashboard' })).toHaveAttribute(
    'href',
    '/coaching-dashboard',
  );
  await page.goto('/payment-success?session_id=cs_test_a1b2c3d4e5f6g7h8');
  await expect(main.getByRole('heading', { name: 'Invalid Payment Session' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Back to Subscription Plans' })).toHaveAttribute(
    'href',
    '/subscription-plans',
  );
});

test('a declined card is told on the payment page, and leaving it is told on ours', async () => {
  await openPayment();
  await pay('4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.waitForURL(/\/payment-error\?reason=cancelled$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Cancelled' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('No charges were made');
  expect((await sandboxOf(academy).charges()).filter(({ status }) => status === 'succeeded')).toEqual([]);
});

test('a session that has expired is not paid, on either page', async () => {
  const sessionId = await openPayment();
  const payPage = page.url();
  const expired = await fetch(`${new URL(payPage).origin}/v1/checkout/sessions/${sessionId}/expire`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  expect(expired.ok).toBe(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This payment page has expired' })).toBeVisible();
  await page.goto(`/payment-success?session_id=${sessionId}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Payment Verification Issue' })).toBeVisible();
  await expect(main.getByText('Payment verification failed. Please contact support.')).toBeVisible();
  await expect(main.getByText('The payment session expired before it was paid.')).toBeVisible();
});

test('the shop says when a purchase could not be started', async () => {
  const buy = await findBuy(page);
  await page.route('**/trpc/payments.createPurchaseSession**', (route) => route.abort());
  await buy.click();
  const toast = page.getByRole('alert').filter({ hasText: 'Purchase Failed' });
  await expect(toast).toContainText('Failed to start purchase process. Please try again.');
  await page.unroute('**/trpc/payments.createPurchaseSession**');
});

test('after 30 seconds without an answer nothing is claimed (D-47)', async () => {
  const sessionId = await openPayment();
  await page.route('**/trpc/payments.**', (route) => route.abort());
  const start = Date.now();
  await page.goto(`/payment-success?session_id=${sessionId}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Verifying Payment...' })).toBeVisible();
  await expect(
    main.getByText('Unable to verify payment. Your subscription should be active soon.'),
  ).toBeVisible({ timeout: 45_000 });
  expect(Date.now() - start).toBeGreaterThan(25_000);
  await expect(main).not.toContainText('$');
  await expect(main).not.toContainText('activated');
  await page.unroute('**/trpc/payments.**');
});

test('a page that is closed after paying loses nothing; another tab is told that it is owned', async () => {
  // The other tab looks at the shop as it is before the purchase.
  const other = await context.newPage();
  const buy = await findBuy(other);

  await openPayment();
  const paying = await context.newPage();
  await paying.goto(page.url());
  await page.close();
  page = paying;
  await page.route('**/payment-success**', (route) => route.abort());
  await pay('4242 4242 4242 4242');
  await expect
    .poll(async () => (await context.request.get('/api/user')).json())
    .toMatchObject({ purchases: [expect.stringMatching(/^(pdf|session)-\d+$/)] });

  await buy.click();
  const toast = other.getByRole('alert').filter({ hasText: 'Already Purchased' });
  await expect(toast).toContainText('You already own this product.');
  await other.close();

  await page.unroute('**/payment-success**');
  await page.goto('/billing');
  await expect(page.getByRole('table', { name: 'Your payments' }).getByText('Paid')).toBeVisible();
});

test('a purchase that came through is told in the words of S2 §8', async () => {
  await openPayment();
  await pay('4242 4242 4242 4242');
  await page.waitForURL(/\/payment-success\?session_id=cs_test_/);
  const toast = page.getByRole('status').filter({ hasText: 'Purchase Successful!' });
  await expect(toast).toContainText(
    'Your product has been added to your library. You can now access it from the learning section.',
  );
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'View All Plans' })).toHaveAttribute(
    'href',
    '/subscription-plans',
  );
  await expect(main.getByRole('link', { name: 'Continue to Dashboard' })).toHaveAttribute(
    'href',
    '/coaching-dashboard',
  );
});
