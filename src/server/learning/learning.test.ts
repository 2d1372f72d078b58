import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { buy, createAdmin, createTestProduct, testMetadata } from '../payments/testing/purchases.ts';
import { deleteProduct } from '../shop/product-editing.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let first: AdminProduct;
let third: AdminProduct;
let gift: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  const make = (productNumber: number, changes = {}) =>
    createTestProduct(app, admin, {
      type: 'session',
      productNumber,
      title: `Session ${productNumber}`,
      content: `Text ${productNumber}`,
      videoUrl: `https://video.example/${productNumber}`,
      estimatedDuration: 30,
      ...changes,
    });
  third = await make(3);
  first = await make(1);
  gift = await make(4, { isFree: true });
  await make(5, { isActive: false });
  await createTestProduct(app, admin, { type: 'pdf', productNumber: 1 });
});

describe('the list of sessions', () => {
  it('lists the sessions in the shop by number, with text and video only for sessions that the user may open', async () => {
    const user = await app.createUser();
    expect(await app.caller(user).learning.listSessions()).toMatchObject([
      // Accessible without a purchase: sessions 1 and 2 are open to every logged-in user, whatever their price.
      {
        id: first.id,
        sessionNumber: 1,
        isPurchaseRequired: true,
        owned: false,
        accessible: true,
        content: 'Text 1',
        videoUrl: 'https://video.example/1',
      },
      { id: third.id, sessionNumber: 3, owned: false, accessible: false, content: null, videoUrl: null },
      { id: gift.id, isPurchaseRequired: false, owned: true, accessible: true, content: 'Text 4' },
    ]);
  });

  it('lists an archived session only for users who bought it', async () => {
    const [buyer, other] = [await app.createUser(), await app.createUser()];
    const product = await createTestProduct(app, admin, {
      type: 'session',
      productNumber: 8,
      content: 'Secret',
    });
    await buy(app, buyer, product);
    await deleteProduct(app.deps, admin, product.id, testMetadata);
    const ownSession = (await app.caller(buyer).learning.listSessions()).find(({ id }) => id === product.id);
    expect(ownSession).toMatchObject({ owned: true, accessible: true, content: 'Secret' });
    const seen = await app.caller(other).learning.listSessions();
    expect(seen.map(({ id }) => id)).not.toContain(product.id);
    expect(JSON.stringify(seen)).not.toContain('Secret');
  });
});

describe('listing progress', () => {
  it('returns only the user’s own progress, latest first', async () => {
    const [user, other] = [await app.createUser(), await app.createUser()];
    expect(await app.caller(user).learning.progress()).toEqual([]);
    const rowOf = (userId: string, sessionId: number, status: 'in_progress' | 'completed', at: string) => ({
      user_id: userId,
      session_id: sessionId,
      status,
      updated_at: at,
    });
    await app.deps.db
      .insertInto('user_progress')
      .values([
        rowOf(user.userId, first.id, 'completed', '2026-01-01T00:00:00Z'),
        rowOf(user.userId, third.id, 'in_progress', '2026-01-02T00:00:00Z'),
        rowOf(other.userId, gift.id, 'completed', '2026-01-03T00:00:00Z'),
      ])
      .execute();
    expect(await app.caller(user).learning.progress()).toMatchObject([
      { sessionId: third.id, status: 'in_progress' },
      { sessionId: first.id, status: 'completed' },
    ]);
    expect(await app.caller(other).learning.progress()).toMatchObject([
      { sessionId: gift.id, status: 'completed' },
    ]);
  });
});
