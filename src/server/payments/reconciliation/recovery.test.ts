import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { emptyDatabase } from '../../../testing/test-db.ts';
import type { AdminActor } from '../../actor.ts';
import { restoreBackup } from '../../cli/backup-parts/restore-backup.ts';
import { takeBackup } from '../../cli/backup-parts/take-backup.ts';
import { diskAt } from '../../cli/backup-parts/testing/stored-content.ts';
import { createHandlers } from '../../job-handlers.ts';
import { listPurchasesOnHold } from '../checkout/purchases-on-hold.operations.ts';
import { listBrokenInvariants } from '../ledger/invariants.operations.ts';
import { createStripe } from '../stripe/stripe-client.ts';
import { booksOf } from '../testing/books.ts';
import { countEmails } from '../testing/emails.ts';
import { paymentOf, refundInput } from '../testing/money.ts';
import { createPromotion } from '../testing/promotions.ts';
import {
  buy,
  checkoutInput,
  createAdmin,
  createTestProduct,
  deliver,
  eventAbout,
  openSession,
  payFor,
  purchasesOf,
  sessionIdOf,
} from '../testing/purchases.ts';
import { openPlan, planOf, subscribe, subscriptionOf } from '../testing/subscriptions.ts';
import { recoverPayments } from './recovery.operations.ts';

const encryptionKey = randomBytes(32).toString('base64url');
let folder: string;
/** The lost academy. The restored one uses the same Stripe account. */
let lost: TestApp;
let admin: AdminActor;
let product: AdminProduct;
let second: AdminProduct;
let restored: TestApp;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-recovery-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  lost = await createTestApp({ stripe: 'sandbox', env: { ENCRYPTION_KEY: encryptionKey } });
  admin = await createAdmin(lost);
  product = await createTestProduct(lost, admin, { productNumber: 1 });
  second = await createTestProduct(lost, admin, { productNumber: 2, title: 'Blind Defense', price: 4550 });
});
afterEach(async () => {
  if (restored) expect(await listBrokenInvariants(restored.deps)).toEqual([]);
  await restored?.close();
  await lost.close();
});

let backups = 0;
async function backup(): Promise<string> {
  backups += 1;
  const backupFolder = path.join(folder, `backup-${backups}`);
  const store = diskAt(path.join(lost.deps.config.dataDir, 'objects'));
  await takeBackup({ pool: lost.deps.pool, store, now: lost.deps.now }, backupFolder);
  return backupFolder;
}

/** Restores the backup to an empty database. The restored academy uses the same Stripe account, but gets no events. */
async function restore(backupFolder: string): Promise<void> {
  const database = await emptyDatabase();
  const store = diskAt(path.join(folder, `files-${backups}`));
  const log = pino({ level: 'silent' });
  await restoreBackup(
    { connection: database.connection, store, encryptionKeys: [encryptionKey], log },
    backupFolder,
  );
  restored = await createTestApp({ database, env: { ENCRYPTION_KEY: encryptionKey } });
  restored.deps.stripe = createStripe({ secretKey: 'sk_test_sandbox', apiUrl: lost.sandbox.url });
}

async function runJobs(): Promise<void> {
  const jobs = createHandlers(restored.deps);
  await jobs['reconcile-purchases']();
  await jobs['reconcile-subscriptions']();
}

const click = (user: TestUser, item: AdminProduct) =>
  restored.caller(user).payments.createPurchaseSession(checkoutInput(item));
const listOnHold = async () => (await listPurchasesOnHold(restored.deps, admin, {})).items;
const complete = (user: TestUser, sessionId: string) =>
  restored.caller(user).payments.completePurchase({ sessionId });

it('after a restore, the jobs recover all purchases, refunds and subscriptions that are newer than the backup', async () => {
  const user = () => lost.createUser();
  const people = await Promise.all([user(), user(), user(), user(), user(), user(), user()]);
  const [buyer, saver, refunded, bank, silver, gold, earlySubscriber] = people;
  const code = await createPromotion(lost, admin, {});
  await subscribe(lost, earlySubscriber, 'silver');
  const backupFolder = await backup();

  await buy(lost, buyer, product);
  await buy(lost, buyer, second);
  const { url } = await lost.caller(saver).payments.createPurchaseSession({
    ...checkoutInput(product),
    promotionCode: code.code,
  });
  await lost.sandbox.pay(sessionIdOf(url));
  await lost.caller(saver).payments.completePurchase({ sessionId: sessionIdOf(url) });
  const refundedSession = await buy(lost, refunded, product);
  await lost.caller(admin).admin.payments.refund(refundInput(await paymentOf(lost, admin, refundedSession)));
  const slow = await payFor(lost, bank, product, 'delayed');
  await lost.caller(bank).payments.completePurchase({ sessionId: slow });
  await subscribe(lost, silver, 'silver');
  const { url: goldUrl } = await lost.caller(gold).payments.createSubscriptionSession({
    plan: 'gold',
    promotionCode: code.code,
  });
  await lost.sandbox.pay(sessionIdOf(goldUrl));
  await lost.caller(gold).payments.verifySubscription({ sessionId: sessionIdOf(goldUrl) });
  for (const event of lost.sandbox.events()) await deliver(lost, event);
  const before = await Promise.all(people.map((user) => booksOf(lost, user)));

  await restore(backupFolder);
  expect(await purchasesOf(restored, buyer)).toEqual([]);
  await runJobs();

  expect(await Promise.all(people.map((user) => booksOf(restored, user)))).toEqual(before);
  expect(await planOf(restored, silver)).toBe('silver');
  expect(await planOf(restored, gold)).toBe('gold');
  const { purchases } = await restored.caller(buyer).auth.currentUser();
  expect(purchases.toSorted()).toEqual(['pdf-1', 'pdf-2']);
  expect(await listOnHold()).toEqual([]);
  // The bank decides after the restore.
  lost.sandbox.settleDelayed(slow, true);
  expect(await complete(bank, slow)).toMatchObject({ success: true });
  expect((await subscriptionOf(restored, gold)).plan).toBe('gold');

  const receipts = await Promise.all(people.map((user) => countEmails(restored, user, 'receipt')));
  await runJobs();
  await runJobs();
  expect(await Promise.all(people.map((user) => countEmails(restored, user, 'receipt')))).toEqual(receipts);
});

describe('the shop after a restore', () => {
  it('sells nothing until all payments are read from Stripe, and afterwards sells nobody what they have already paid for', async () => {
    const [buyer, subscriber] = [await lost.createUser(), await lost.createUser()];
    const backupFolder = await backup();
    const sessionId = await buy(lost, buyer, product);
    await subscribe(lost, subscriber, 'gold');
    await restore(backupFolder);
    // The subscriber's email address differs from the one at Stripe.
    await restored.deps.db
      .updateTable('users')
      .set({ email: 'changed@example.test' })
      .where('id', '=', subscriber.userId)
      .execute();

    for (const blocked of [
      () => click(buyer, product),
      () => click(buyer, second),
      () => restored.caller(subscriber).payments.createSubscriptionSession({ plan: 'gold' }),
    ]) {
      await expect(blocked()).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('reading earlier payments'),
      });
    }
    const status = await restored.caller(admin).admin.system.status();
    expect(status.checks).toContainEqual(
      expect.objectContaining({
        key: 'payments',
        state: 'failed',
        summary: expect.stringContaining('restored'),
      }),
    );
    // The shop stays closed while Stripe is unavailable.
    lost.sandbox.faults.onRequest = () => ({ kind: 'status', status: 500 });
    await createHandlers(restored.deps)['reconcile-purchases']();
    lost.sandbox.faults.onRequest = undefined;
    await expect(click(buyer, second)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

    await createHandlers(restored.deps)['reconcile-purchases']();
    await expect(click(buyer, product)).rejects.toMatchObject({ message: 'You already own this product.' });
    await expect(
      restored.caller(subscriber).payments.createSubscriptionSession({ plan: 'silver' }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('already have the Gold') });
    expect((await click(buyer, second)).url).toContain('/c/pay/');
    expect(await complete(buyer, sessionId)).toMatchObject({ success: true, purchaseKey: 'pdf-1' });
    expect((await restored.caller(subscriber).payments.billingPortal()).url).toContain('/p/session/');
  });

  it('if a payment page cannot be read, keeps the shop closed until three attempts have failed and an admin sees the page’s event as unprocessed', async () => {
    const [buyer, other] = [await lost.createUser(), await lost.createUser()];
    const backupFolder = await backup();
    const sessionId = await buy(lost, buyer, product);
    await buy(lost, other, product);
    await restore(backupFolder);
    lost.sandbox.faults.onRequest = ({ path: requested }) =>
      requested === `/v1/checkout/sessions/${sessionId}` ? { kind: 'status', status: 500 } : undefined;
    await runJobs();
    expect((await restored.caller(other).auth.currentUser()).purchases).toEqual(['pdf-1']);
    await expect(click(other, second)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await runJobs();
    await runJobs();
    await expect(click(other, second)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    // After three failed attempts to process the page's event, the shop opens without having read the page.
    await runJobs();
    expect((await click(other, second)).url).toContain('/c/pay/');
    const { unfinished } = await restored.caller(admin).admin.webhooks.list();
    expect(unfinished.map(({ objectId }) => objectId)).toEqual([sessionId]);
    lost.sandbox.faults.onRequest = undefined;
    await runJobs();
    expect((await restored.caller(buyer).auth.currentUser()).purchases).toEqual(['pdf-1']);
  });

  it('reuses payment pages that are still open, and keeps only one page open per buyer and product', async () => {
    const createUser = () => lost.createUser();
    const [buyer, other, subscriber] = [await createUser(), await createUser(), await createUser()];
    const early = await openSession(lost, other, product);
    const backupFolder = await backup();
    const open = await openSession(lost, buyer, product);
    const plan = await openPlan(lost, subscriber, 'silver');
    // A newer page replaced the previous one.
    await lost.deps.stripe.checkout.sessions.expire(early);
    await lost.caller(other).payments.completePurchase({ sessionId: early });
    const later = await openSession(lost, other, product);
    expect(later).not.toBe(early);

    await restore(backupFolder);
    await recoverPayments(restored.deps);
    expect(sessionIdOf((await click(buyer, product)).url)).toBe(open);
    const { url } = await restored.caller(subscriber).payments.createSubscriptionSession({ plan: 'silver' });
    expect(sessionIdOf(url)).toBe(plan);
    const { url: fresh } = await click(other, product);
    const pages = lost.sandbox.sessions().filter((page) => page.client_reference_id === other.userId);
    expect(pages.filter(({ status }) => status === 'open').map(({ id }) => id)).toEqual([sessionIdOf(fresh)]);
  });

  it('delivers the product once for a payment on a page that is missing from the backup, if the buyer’s return, events and the job report it concurrently', async () => {
    const buyer = await lost.createUser();
    const backupFolder = await backup();
    const sessionId = await openSession(lost, buyer, product);
    await restore(backupFolder);
    await lost.sandbox.pay(sessionId);
    const events = lost.sandbox.events().filter(({ type }) => type === 'checkout.session.completed');
    const results = await Promise.all([
      complete(buyer, sessionId),
      ...events.flatMap((event) => [deliver(restored, event), deliver(restored, event)]),
      recoverPayments(restored.deps),
      recoverPayments(restored.deps),
    ]);
    expect(results[0]).toMatchObject({ success: true });
    expect(await purchasesOf(restored, buyer)).toMatchObject([{ status: 'completed' }]);
    expect(await countEmails(restored, buyer, 'receipt')).toBe(1);
    const otherUser = await restored.createUser();
    await expect(complete(otherUser, sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('puts on hold a second payment for the same product', async () => {
    const buyer = await lost.createUser();
    const backupFolder = await backup();
    const first = await buy(lost, buyer, product);
    // Without access, the buyer may buy the product again.
    await lost.deps.db.updateTable('purchases').set({ access_ended_at: new Date() }).execute();
    await buy(lost, buyer, product);
    await restore(backupFolder);
    await recoverPayments(restored.deps);
    expect(await listOnHold()).toMatchObject([
      { heldReason: 'duplicate_payment_refund_due', userId: buyer.userId },
    ]);
    expect((await complete(buyer, first)).status).toBe('completed');
  });
});

describe('the recovery of payments whose buyer or product is not in the backup, or that differ from the order', () => {
  it('puts on hold a purchase of a buyer who registered after the backup, and emails the admins once about the buyer’s subscription', async () => {
    const backupFolder = await backup();
    const newUser = await lost.createUser();
    await buy(lost, newUser, product);
    const { id } = await subscribe(lost, newUser, 'gold');
    await restore(backupFolder);
    await runJobs();
    await runJobs();
    expect(await listOnHold()).toMatchObject([
      { heldReason: 'buyer_missing', userId: null, productName: product.title, amountCents: 1999 },
    ]);
    const [payment] = (await listOnHold()).map((row) => row.payment);
    expect(payment).toMatchObject({ amountCents: 1999, status: 'paid' });
    const emails = await restored.deps.db
      .selectFrom('mail_messages')
      .select('body_text')
      .where('kind', '=', 'subscriber_unknown')
      .execute();
    expect(emails).toHaveLength(1);
    expect(emails[0]?.body_text).toContain(id);
  });

  it('puts on hold a purchase of a product created after the backup, even if its id now belongs to another product', async () => {
    const buyer = await lost.createUser();
    const backupFolder = await backup();
    const newProduct = await createTestProduct(lost, admin, { productNumber: 3, title: 'Made Later' });
    const sessionId = await buy(lost, buyer, newProduct);
    await restore(backupFolder);
    restored.clock.advance(5_000);
    const another = await createTestProduct(restored, admin, { productNumber: 4, title: 'Another One' });
    expect(another.id).toBe(newProduct.id);
    await restored.deps.db
      .updateTable('products')
      .set({ created_at: new Date(Date.now() + 5_000) })
      .where('id', '=', another.id)
      .execute();
    await recoverPayments(restored.deps);
    // `buyer_missing` is also the reason if only the product is missing.
    expect(await listOnHold()).toMatchObject([{ heldReason: 'buyer_missing', productName: 'Made Later' }]);
    expect((await complete(buyer, sessionId)).status).toBe('held');
    expect((await restored.caller(buyer).auth.currentUser()).purchases).toEqual([]);
  });

  it('puts on hold a payment whose amount, currency, buyer or mode differs from the order', async () => {
    const mismatches = {
      amount_mismatch: { amount_total: 1 },
      currency_mismatch: { currency: 'eur' },
      buyer_mismatch: { client_reference_id: '00000000-0000-4000-8000-000000000000' },
      mode_mismatch: { livemode: true },
    } as const;
    const orders = await Promise.all(
      Object.entries(mismatches).map(async ([reason, change]) => {
        return { reason, change, buyer: await lost.createUser() };
      }),
    );
    const backupFolder = await backup();
    const changes = new Map<string, object>();
    for (const { buyer, change } of orders) changes.set(await buy(lost, buyer, product), change);
    await restore(backupFolder);
    lost.sandbox.faults.alterSession = (session) => ({ ...session, ...changes.get(session.id) });
    await recoverPayments(restored.deps);
    const reasons = (await listOnHold()).map(({ heldReason, userId }) => `${userId}: ${heldReason}`);
    expect(reasons.toSorted()).toEqual(
      orders.map(({ reason, buyer }) => `${buyer.userId}: ${reason}`).toSorted(),
    );
  });
});

describe('sessions of other shops on the same Stripe account', () => {
  it('are ignored, whatever their metadata', async () => {
    const buyer = await lost.createUser();
    const other = await createTestApp({});
    other.deps.stripe = lost.deps.stripe;
    const theirAdmin = await createAdmin(other);
    const theirs = await createTestProduct(other, theirAdmin, { productNumber: 1 });
    const backupFolder = await backup();
    const sessionId = await openSession(other, await other.createUser(), theirs);
    await lost.sandbox.pay(sessionId);
    const plan = await openPlan(other, await other.createUser(), 'gold');
    await lost.sandbox.pay(plan);
    const id = String(lost.sandbox.sessions().find((page) => page.id === plan)?.subscription);
    // Our metadata, copied by another shop.
    const copied = await lost.deps.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 1999, product_data: { name: 'x' } } },
      ],
      client_reference_id: buyer.userId,
      metadata: {
        purchaseId: crypto.randomUUID(),
        productId: String(product.id),
        productType: 'pdf',
        productName: product.title,
        userId: buyer.userId,
        priceCents: '1999',
        discountCents: '0',
      },
      success_url: 'https://shop.example/thanks',
    });
    await lost.sandbox.pay(copied.id);

    await restore(backupFolder);
    const logged = restored.logs.length;
    await runJobs();
    for (const session of [sessionId, copied.id]) {
      const event = eventAbout('checkout.session.completed', session);
      expect(await deliver(restored, event)).toEqual({ status: 'ignored' });
      await expect(complete(buyer, session)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await deliver(restored, eventAbout('customer.subscription.created', id))).toEqual({
      status: 'ignored',
    });
    expect(await restored.deps.db.selectFrom('purchases').select('id').execute()).toEqual([]);
    expect(await countEmails(restored, buyer, 'receipt')).toBe(0);
    const errors = restored.logs
      .slice(logged)
      .filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    expect(errors).toEqual([]);
    await other.close();
  });
});
