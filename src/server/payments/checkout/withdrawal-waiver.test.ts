import { beforeAll, expect, it } from 'vitest';
import { withdrawalWaiver } from '../../../shared/auth/consents.ts';
import { emailsTo } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { deliverAll } from '../testing/money.ts';
import { buy, createAdmin, createTestProduct, payFor } from '../testing/purchases.ts';
import { subscribe } from '../testing/subscriptions.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});

async function setWaiverRequired(value: boolean): Promise<void> {
  await app.caller(admin).admin.settings.update([{ key: 'askWithdrawalWaiver', value }]);
}

function waiversOf({ userId }: TestUser) {
  return app.deps.db
    .selectFrom('consents')
    .select(['version', 'statement'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'withdrawal_waiver')
    .execute();
}

const confirmationsOf = (user: TestUser) => emailsTo(app, user, 'withdrawal_waiver');

it('a buyer needs no waiver unless an admin requires it', async () => {
  const product = await createTestProduct(app, admin, { productNumber: 1 });
  const user = await app.createUser();
  await buy(app, user, product);
  expect(await waiversOf(user)).toEqual([]);
  expect(await confirmationsOf(user)).toEqual([]);
});

it('the waiver of a product buyer is recorded once, and confirmed by one email', async () => {
  await setWaiverRequired(true);
  const product = await createTestProduct(app, admin, { productNumber: 2 });
  const user = await app.createUser();
  const sessionId = await payFor(app, user, product);
  await deliverAll(app);
  await app.caller(user).payments.completePurchase({ sessionId });
  expect(await waiversOf(user)).toEqual([withdrawalWaiver]);
  const confirmations = await confirmationsOf(user);
  expect(confirmations).toHaveLength(1);
  expect(confirmations[0]?.body_text).toContain(withdrawalWaiver.statement);
});

it('the waiver of a new member is recorded once, and confirmed by one email', async () => {
  await setWaiverRequired(true);
  const user = await app.createUser();
  await subscribe(app, user, 'silver');
  await deliverAll(app);
  expect(await waiversOf(user)).toEqual([withdrawalWaiver]);
  expect(await confirmationsOf(user)).toHaveLength(1);
});
