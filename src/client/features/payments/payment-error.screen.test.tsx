import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { createAdmin, createTestProduct } from '../../../server/payments/testing/purchases.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

const main = () => screen.getByRole('main');
const link = (name: string) => within(main()).getByRole('link', { name });

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

it.each(reasons)(
  '/payment-error explains the reason $reason',
  async ({ reason, title, description, details, action }) => {
    screen = await openScreen(
      academy,
      `/payment-error?reason=${reason}&plan=gold&amount=500&session_id=cs_test_abcdefgh1234`,
    );
    await screen.findByRole('heading', { level: 1, name: title });
    expect(await screen.readMessage(title, new RegExp(description))).toBe(
      reason === 'cancelled' ? 'status' : 'alert',
    );
    for (const text of [description, details, action]) expect(main()).toHaveTextContent(text);
    const facts = within(main())
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Plan', 'Gold'],
      ['Amount', '$5.00'],
      ['Error reference', 'cs_test_abcdefgh1234'],
    ]);
    const isCard = reason === 'payment_failed';
    expect(within(main()).queryAllByRole('heading', { name: 'Check Your Payment Method' })).toHaveLength(
      isCard ? 1 : 0,
    );
    expect(link('Try Again')).toHaveAttribute('href', '/subscription-plans');
    expect(within(main()).queryByRole('link', { name: 'Back to the shop' })).toBeNull();
  },
);

it('/payment-error does not show text from the URL', async () => {
  const query = {
    reason: '<img src=x onerror="document.title=1">',
    plan: 'platinum',
    amount: '-5e9',
    session_id: '../v1/customers',
    code: '"><img src=x>',
  };
  screen = await openScreen(academy, `/payment-error?${new URLSearchParams(query)}`);
  await screen.findByRole('heading', { level: 1, name: 'Payment Error' });
  expect(within(main()).queryByText('Payment details')).toBeNull();
  for (const text of ['platinum', '5e9', 'customers', 'onerror', '<img'])
    expect(main()).not.toHaveTextContent(text);
  expect(link('Back to the shop')).toHaveAttribute('href', '/products');
  expect(screen.title()).toMatch(/^Payment/);
});

it('Contact Support opens a prefilled email, and Call Us starts a call', async () => {
  const admin = academy.caller(await createAdmin(academy));
  await admin.admin.settings.update([{ key: 'supportEmail', value: 'help@academy.test' }]);
  await admin.admin.settings.update([{ key: 'supportPhone', value: '+1 555 0100' }]);
  screen = await openScreen(
    academy,
    '/payment-error?reason=payment_failed&plan=gold&amount=500&session_id=cs_test_abcdefgh1234',
  );
  await screen.findByRole('heading', { name: 'Call Us' });
  expect(link('+1 555 0100')).toHaveAttribute('href', 'tel:+15550100');
  const mail = new URL(link('Contact Support').getAttribute('href') ?? '');
  expect(mail.protocol + mail.pathname).toBe('mailto:help@academy.test');
  const lines = mail.searchParams.get('body')?.split(/\r?\n/);
  expect(lines).toEqual(
    expect.arrayContaining([
      'Reason: payment_failed',
      'Plan: gold',
      'Amount: $5.00',
      'Session ID: cs_test_abcdefgh1234',
    ]),
  );
});

it('after a checkout with a promotion code was canceled, the links to try again keep the code', async () => {
  const product = await createTestProduct(academy, await createAdmin(academy));
  screen = await openScreen(academy, `/payment-error?reason=cancelled&product=${product.id}&code=SPRING20`);
  const back = await screen.findByRole('link', { name: `Back to ${product.title}` });
  expect(back).toHaveAttribute('href', `/products/${product.id}?code=SPRING20`);
  expect(link('Try Again')).toHaveAttribute('href', '/subscription-plans');
  await screen.goTo('/payment-error?reason=cancelled&plan=gold&amount=400&code=SPRING20');
  await expect
    .poll(() => link('Try Again').getAttribute('href'))
    .toBe('/subscription-plans?code=SPRING20&plan=gold');
});
