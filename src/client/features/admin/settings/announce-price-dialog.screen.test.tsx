import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openPriceWorld, type PriceWorld } from '../../../../server/payments/testing/announced-prices.ts';
import { setRealTime, subscriptionOf } from '../../../../server/payments/testing/subscriptions.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { testPassword } from '../../../../testing/test-app.ts';

let world: PriceWorld;
let screen: Screen;

beforeAll(async () => {
  world = await openPriceWorld();
});
afterAll(() => world.app.close());
afterEach(() => world.settle());

it('the confirmation of a price announcement says which renewals cost the announced price even if the announcement is withdrawn', async () => {
  await world.begin();
  await world.setPrice(200);
  setRealTime(world.app);
  const admin = await world.app.createUser({ role: 'admin', password: testPassword });
  screen = await openScreen(world.app, '/admin?tab=settings&view=prices', { as: admin });
  await screen.user.click(
    await screen.findByRole('button', { name: 'Charge earlier subscribers $2.00 for Silver' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Charge earlier subscribers $2.00 for Silver?' });
  expect(dialog).toHaveTextContent(
    'this announcement is withdrawn, and the subscriber is notified. You can then announce the new price. Renewals less than 3 days away still cost the announced price.',
  );
});

it('if a price announced earlier takes effect first, the page says that the subscriber is notified of the newer price later, and offers no second announcement', async () => {
  const subscriber = await world.begin();
  await world.setPrice(200);
  await world.announce(200);
  const { id, current_period_end: price_final_for } = await subscriptionOf(world.app, subscriber);
  await world.app.deps.db
    .updateTable('subscriptions')
    .set({ price_final_for })
    .where('id', '=', id)
    .execute();
  await world.setPrice(300);
  setRealTime(world.app);
  const admin = await world.app.createUser({ role: 'admin', password: testPassword });
  screen = await openScreen(world.app, '/admin?tab=settings&view=prices', { as: admin });
  await screen.user.click(
    await screen.findByRole('button', { name: 'Charge earlier subscribers $3.00 for Silver' }),
  );
  await screen.user.click(await screen.findByRole('button', { name: 'Notify one subscriber' }));
  await screen.settle();
  const later =
    'One subscriber will be notified of today’s price when a price announced earlier takes effect.';
  expect(await screen.findByRole('group', { name: 'Prices of Silver' })).toHaveTextContent(later);
  expect(screen.queryByRole('button', { name: 'Charge earlier subscribers $3.00 for Silver' })).toBeNull();
});
