import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { updateProduct } from '../../shop/product-editing.operations.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import { deliverAll, paymentOf, refundInput } from '../testing/money.ts';
import { createAdmin, createTestProduct, payFor, productInput, testMetadata } from '../testing/purchases.ts';
import { notifyOfReadyProducts } from './pre-orders.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let buyer: TestUser;

beforeAll(async () => {
  admin = await createAdmin(app);
  buyer = await app.createUser();
});

const session = { type: 'session', productNumber: 40 } as const;
const receiptText = async (user: TestUser) => (await emailTo(app, user, 'receipt')).body_text;

async function buyAs(user: TestUser, product: Awaited<ReturnType<typeof createTestProduct>>) {
  const sessionId = await payFor(app, user, product);
  return { sessionId, result: await app.caller(user).payments.completePurchase({ sessionId }) };
}

it('a product without content is shown as not ready before and after the payment; its buyer is notified once when content is added', async () => {
  const product = await createTestProduct(app, admin, session);
  const [offer] = await app.caller(buyer).shop.listProducts();
  expect(offer).toMatchObject({ id: product.id, isReady: false, mayOpen: false });

  const { result } = await buyAs(buyer, product);
  expect(result).toMatchObject({ success: true, awaitsContent: true });
  expect(await receiptText(buyer)).toContain('Not ready yet. We will email you when it is ready.');
  expect(await receiptText(buyer)).not.toContain('in your library now');
  const [payment] = await app.caller(buyer).payments.myPayments();
  expect(payment).toMatchObject({ content: null });
  const refundedBuyer = await app.createUser();
  const { sessionId } = await buyAs(refundedBuyer, product);
  await app.caller(admin).admin.payments.refund(refundInput(await paymentOf(app, admin, sessionId)));
  await deliverAll(app);

  expect(await notifyOfReadyProducts(app.deps)).toBe(0);
  await updateProduct(
    app.deps,
    admin,
    { ...productInput({ ...session, content: 'Read this.' }), id: product.id },
    testMetadata,
  );
  const counts = await Promise.all([notifyOfReadyProducts(app.deps), notifyOfReadyProducts(app.deps)]);
  expect(Math.max(...counts)).toBe(1);
  expect(await notifyOfReadyProducts(app.deps)).toBe(0);
  expect(await countEmails(app, buyer, 'product_ready')).toBe(1);
  expect(await countEmails(app, refundedBuyer, 'product_ready')).toBe(0);
  expect((await app.caller(buyer).payments.myPayments())[0]).toMatchObject({
    content: { kind: 'session', path: `/coaching/${product.id}` },
  });
});

it('the recipient of a granted product is also notified when content is added', async () => {
  const product = await createTestProduct(app, admin, { ...session, productNumber: 43 });
  const friend = await app.createUser();
  const gift = { id: friend.userId, productId: product.id, reason: 'gift' };
  await app.caller(admin).admin.users.grantProduct(gift);
  expect(await app.caller(friend).notifications.list()).toMatchObject({
    items: [{ body: 'It is yours, at no cost. Not ready yet. We will email you when it is ready.' }],
  });
  const changed = {
    ...productInput({ ...session, productNumber: 43, content: 'Read this.' }),
    id: product.id,
  };
  await updateProduct(app.deps, admin, changed, testMetadata);
  await notifyOfReadyProducts(app.deps);
  expect(await countEmails(app, friend, 'product_ready')).toBe(1);
});

it('the owner of a product whose content was removed is notified each time that it has content again', async () => {
  const facts = { ...session, productNumber: 44 };
  const product = await createTestProduct(app, admin, { ...facts, content: 'Read this.' });
  const owner = await app.createUser();
  await buyAs(owner, product);
  for (const times of [1, 2]) {
    for (const content of ['', 'Read this again.']) {
      const changed = { ...productInput({ ...facts, content }), id: product.id };
      await updateProduct(app.deps, admin, changed, testMetadata);
      await notifyOfReadyProducts(app.deps);
      await notifyOfReadyProducts(app.deps);
      app.clock.advance(60_000);
    }
    expect(await countEmails(app, owner, 'product_ready')).toBe(times);
  }
});

it('a product with content is in the library after the payment, and no later notification is sent', async () => {
  const product = await createTestProduct(app, admin, {
    ...session,
    productNumber: 41,
    content: 'Read this.',
  });
  const user = await app.createUser();
  const { result } = await buyAs(user, product);
  expect(result).toEqual({
    success: true,
    status: 'completed',
    purchaseKey: `session-${product.id}`,
    productId: product.id,
  });
  expect(await receiptText(user)).toContain('in your library now');
  expect(await notifyOfReadyProducts(app.deps)).toBe(0);
});

it('a PDF without its file is not ready, even if it has a text', async () => {
  const pdf = await createTestProduct(app, admin, {
    productNumber: 42,
    content: 'A text that no page shows.',
  });
  expect(pdf.isReady).toBe(false);
});

it('a session that is open to all is listed as such for visitors and students', async () => {
  const sessionForAll = await createTestProduct(app, admin, {
    type: 'session',
    // Sessions 1 and 2 are open to all logged-in users.
    productNumber: 2,
    content: 'Hello.',
  });
  const find = async (who: TestUser | null) =>
    (await app.caller(who).shop.listProducts()).find(({ id }) => id === sessionForAll.id);
  expect(await find(null)).toMatchObject({ openToAll: true, mayOpen: false });
  expect(await find(buyer)).toMatchObject({ openToAll: true, mayOpen: true, owned: false });
});
