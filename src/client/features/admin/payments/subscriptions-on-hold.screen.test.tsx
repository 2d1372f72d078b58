import { within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { syncSubscription } from '../../../../server/payments/subscriptions/sync.operations.ts';
import { subscribe } from '../../../../server/payments/testing/subscriptions.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser;
let screen: Screen;
let price: string;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
  const student = await academy.createUser({ firstName: 'Nora', lastName: 'Lind' });
  const { id } = await subscribe(academy, student, 'gold');
  const { stripe } = academy.deps;
  const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
  const { id: product } = await stripe.products.create({ name: 'Old friends' });
  const recurring = { interval: 'month' } as const;
  price = (await stripe.prices.create({ product, currency: 'usd', unit_amount: 300, recurring })).id;
  await stripe.subscriptions.update(id, {
    items: [{ id: item?.id ?? '', price }],
    proration_behavior: 'none',
  });
  await syncSubscription(academy.deps, id);
});
afterAll(() => screen.close());

it('a subscription is listed as on hold while its price matches no plan', async () => {
  screen = await openScreen(academy, '/admin?tab=purchases&view=held', { as: admin });
  await screen.findByText('Nora Lind: Gold membership');
  const views = within(screen.getByRole('navigation', { name: 'Purchase History views' }));
  expect(await views.findByRole('link', { name: 'On hold 1 waiting' })).toBeVisible();
  expect(screen.getByText('On hold: its price at Stripe matches no plan')).toBeVisible();
  expect(screen.getByText(/\$3\.00 a month, active, on hold since/)).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.readMessage('Still on hold', 'The price at Stripe matches no plan.');

  await academy.deps.stripe.prices.update(price, { metadata: { plan: 'silver' } });
  await screen.user.click(await screen.findByRole('button', { name: 'Check again' }));
  await screen.readMessage('No longer on hold');
  await screen.findByText('Nothing is on hold');
});
