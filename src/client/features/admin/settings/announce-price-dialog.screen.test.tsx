import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPriceWorld, type PriceWorld } from '../../../../server/payments/testing/announced-prices.ts';
import { setRealTime } from '../../../../server/payments/testing/subscriptions.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { testPassword } from '../../../../testing/test-app.ts';

let world: PriceWorld;
let screen: Screen;

beforeAll(async () => {
  world = await openPriceWorld();
});
afterAll(() => world.app.close());

it('the confirmation of an announcement says which renewals cost the announced price even after its withdrawal', async () => {
  await world.begin();
  await world.setPrice(200);
  setRealTime(world.app);
  const admin = await world.app.createUser({ role: 'admin', password: testPassword });
  screen = await openScreen(world.app, '/admin?tab=settings&view=prices', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Charge them $2.00 too for Silver' }));
  const dialog = await screen.findByRole('dialog', { name: 'Charge earlier subscribers $2.00 for Silver?' });
  expect(dialog).toHaveTextContent(
    'this announcement is withdrawn: the subscriber is notified, and you can announce the new price. Renewals less than 3 days away still cost the announced price.',
  );
});
