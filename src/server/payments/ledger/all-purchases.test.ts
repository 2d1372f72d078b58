import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { brokenInvariants, buy, createAdmin, createTestProduct } from '../testing/purchases.ts';
import { listPurchases } from './purchase-list.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let session: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  await buy(app, await app.createUser(), await createTestProduct(app, admin, { productNumber: 4 }));
  session = await createTestProduct(app, admin, {
    type: 'session',
    productNumber: 9,
    title: 'Blind Defense',
  });
});
afterEach(async () => {
  expect(await brokenInvariants(app)).toEqual([]);
});

describe('the purchase history', () => {
  it('names the buyer, the purchase key and the current product, and hides a deleted buyer', async () => {
    const user = await app.createUser({ firstName: 'Ada', lastName: 'Quinn' });
    await buy(app, user, session);
    // Purchases of the same second can be in any order.
    const isOwn = ({ userId }: { userId: string | null }) => userId === user.userId;
    expect((await app.caller(admin).admin.payments.allPurchases()).find(isOwn)).toMatchObject({
      userName: 'Ada Quinn',
      userEmail: user.email,
      purchaseKey: `session-${session.id}`,
      amount: 1999,
      status: 'completed',
      actualProduct: { isFree: false, price: 1999, title: 'Blind Defense' },
    });
    await app.deps.db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', user.userId)
      .execute();
    expect((await listPurchases(app.deps, admin)).find(isOwn)).toMatchObject({
      userName: 'Deleted user',
      userEmail: null,
    });
  });

  it('is sorted by the time of the sale, as the paginated list is', async () => {
    const user = await app.createUser();
    await buy(app, user, session);
    await app.deps.db
      .updateTable('purchases')
      .set({ purchased_at: new Date('2026-01-01') })
      .where('user_id', '=', user.userId)
      .execute();
    const { payments } = app.caller(admin).admin;
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
    const all = await payments.allPurchases();
    expect(all.at(-1)?.userId).toBe(user.userId);
    expect(idsOf(all)).toEqual(idsOf((await payments.searchPurchases({})).items));
  });
});
