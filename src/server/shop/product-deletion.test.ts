import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser & { role: 'admin' };

beforeAll(async () => {
  admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
});

const createFree = () => createTestProduct(app, admin, { type: 'session', isFree: true, content: 'Text' });
const placeIn = ({ id }: AdminProduct) => ({ kind: 'session' as const, id, atSeconds: null });
const remove = ({ id }: AdminProduct) => app.caller(admin).admin.products.delete({ id });

describe('deleting a product that nobody has bought', () => {
  it('archives a free product of which students have notes or progress, and restoring it restores these', async () => {
    const student = await app.createUser();
    const { learning } = app.caller(student);
    const [read, noted] = [await createFree(), await createFree()];
    await learning.markComplete({ sessionId: read.id });
    await learning.addNote({ place: placeIn(noted), text: 'Fold the bottom pairs' });
    for (const product of [read, noted]) expect(await remove(product)).toEqual({ archived: true });
    await app.caller(admin).admin.products.restore({ id: noted.id });
    await app
      .caller(admin)
      .admin.products.change({ ids: [noted.id], change: { field: 'isActive', isActive: true } });
    expect(await learning.listNotes()).toMatchObject([{ text: 'Fold the bottom pairs' }]);
  });

  it('archives a product with a promotion code, whose name stays taken at Stripe', async () => {
    const product = await createTestProduct(app, admin);
    const { promotions } = app.caller(admin).admin;
    const { id } = await promotions.create({
      id: randomUUID(),
      code: 'ONLY-HERE',
      percentOff: 10,
      scope: { kind: 'product', productId: product.id },
    });
    expect(await remove(product)).toEqual({ archived: true });
    expect((await promotions.list({})).items).toMatchObject([{ id, code: 'ONLY-HERE' }]);
  });

  it('deletes a product that only an admin has opened', async () => {
    const product = await createFree();
    await app.caller(admin).learning.markComplete({ sessionId: product.id });
    expect(await remove(product)).toEqual({ archived: false });
  });

  it('leaves its title in the audit log', async () => {
    const product = await createTestProduct(app, admin, { title: 'Short lived' });
    await remove(product);
    const { items } = await app.caller(admin).admin.audit.list({ subjectId: String(product.id) });
    expect(items.map(({ action, subjectName }) => [action, subjectName])).toEqual([
      ['product.deleted', 'Short lived'],
      ['product.created', 'Short lived'],
    ]);
  });
});
