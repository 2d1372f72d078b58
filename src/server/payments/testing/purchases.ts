import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import type { AdminProduct, ProductInput } from '../../../shared/shop/products.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { createProduct } from '../../shop/product-editing.operations.ts';
import { startCheckout } from '../checkout/purchase-checkout.operations.ts';
import { listBrokenInvariants } from '../ledger/invariants.operations.ts';
import { receiveEvent } from '../webhooks/webhook.operations.ts';

export const testMetadata: RequestMetadata = { ip: '127.0.0.1', requestId: 'test', userAgent: null };

export async function createAdmin(app: TestApp): Promise<AdminActor> {
  return Object.assign(await app.createUser({ role: 'admin' }), { role: 'admin' as const });
}

export function productInput(changes: Partial<ProductInput> = {}): ProductInput {
  return {
    type: 'pdf',
    productNumber: 1,
    title: 'River Bluffs',
    description: 'When to fire the third barrel.',
    difficulty: 'intermediate',
    price: 1999,
    isActive: true,
    isFree: false,
    ...changes,
  };
}

/** A session is open to all users unless `productNumber` is set to 3 or more; see `isOpenToAll`. */
export function createTestProduct(
  app: TestApp,
  admin: AdminActor,
  changes: Partial<ProductInput> = {},
): Promise<AdminProduct> {
  return createProduct(app.deps, admin, productInput(changes), testMetadata);
}

export function checkoutInput(product: Pick<AdminProduct, 'id' | 'type' | 'price'>) {
  return { productType: product.type, productId: product.id, amount: product.price };
}

/** Opens a payment page as the Buy button does. @returns the id of the Checkout Session */
export async function openSession(app: TestApp, user: TestUser, product: AdminProduct): Promise<string> {
  const { url } = await startCheckout(app.deps, user, checkoutInput(product));
  return sessionIdOf(url);
}

export function sessionIdOf(url: string): string {
  const id = /\/c\/pay\/(cs_\w+)$/.exec(url)?.[1];
  if (id === undefined) throw new Error(`not the URL of a payment page: ${url}`);
  return id;
}

/** Opens a payment page and pays there, without returning to the academy. @returns the id of the Checkout Session */
export async function payFor(
  app: TestApp,
  user: TestUser,
  product: AdminProduct,
  card?: string,
): Promise<string> {
  const sessionId = await openSession(app, user, product);
  await app.sandbox.pay(sessionId, card);
  return sessionId;
}

/** Completes a purchase through the whole flow: click, payment, return. */
export async function buy(app: TestApp, user: TestUser, product: AdminProduct): Promise<string> {
  const sessionId = await payFor(app, user, product);
  const { success } = await app.caller(user).payments.completePurchase({ sessionId });
  if (!success) throw new Error('the purchase was not completed');
  return sessionId;
}

export async function purchaseOf(app: TestApp, sessionId: string): Promise<PurchaseRow> {
  return app.deps.db
    .selectFrom('purchases')
    .selectAll()
    .where('checkout_session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

export async function purchasesOf(app: TestApp, user: TestUser): Promise<PurchaseRow[]> {
  return app.deps.db
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', user.userId)
    .orderBy('created_at')
    .execute();
}

export type EventFacts = {
  id: string;
  object: string;
  type: string;
  created: number;
  livemode: boolean;
  api_version: string | null;
  data: { object: Record<string, unknown> };
};

/** Creates a Stripe event about an object. The object's type is arbitrary, because the webhook reads only its id. */
export function eventAbout(type: string, objectId: string, changes: Partial<EventFacts> = {}): EventFacts {
  return {
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    api_version: '2026-10-28.endive',
    data: { object: { id: objectId, object: 'checkout.session' } },
    ...changes,
  };
}

export function sign(app: TestApp, payload: string, timestamp = app.deps.now().getTime() / 1000): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: app.webhookSecret,
    timestamp: Math.floor(timestamp),
  });
}

/** Signs an event and passes it to the webhook's operation. */
export function deliver(app: TestApp, event: object): Promise<{ status: 'processed' | 'ignored' }> {
  const payload = JSON.stringify(event);
  return receiveEvent(app.deps, Buffer.from(payload), sign(app, payload));
}

/** Checks the payment invariants. @returns one line for each violation */
export async function brokenInvariants(app: TestApp): Promise<string[]> {
  const sessions = new Map(app.sandbox.sessions().map((session) => [session.id, session]));
  const rows = await app.deps.db.selectFrom('purchases').selectAll().execute();
  const problems: string[] = await listBrokenInvariants(app.deps);
  for (const row of rows) {
    const session = row.checkout_session_id === null ? undefined : sessions.get(row.checkout_session_id);
    if (row.status !== 'completed') continue;
    if (session?.payment_status !== 'paid') problems.push(`${row.id} is completed but not paid`);
    // A purchase that an admin delivered has the amount of its recorded payment, which may differ from the session's.
    if (row.delivery_note === null && session?.amount_total !== row.amount_cents)
      problems.push(`${row.id} has an amount that differs from the payment`);
    if (session?.client_reference_id !== row.user_id) problems.push(`${row.id} has a buyer who did not pay`);
  }
  const owned = rows
    .filter((row) => row.status === 'completed')
    .map((row) => `${row.user_id}/${row.product_id}`);
  if (new Set(owned).size !== owned.length) problems.push('a user owns a product twice');
  return problems;
}

/** Overrides Stripe's response about one session until the sandbox's faults are reset. */
export function alterSession(
  app: TestApp,
  sessionId: string,
  changes: Partial<Stripe.Checkout.Session>,
): void {
  app.sandbox.faults.alterSession = (session) =>
    session.id === sessionId ? { ...session, ...changes } : session;
}

/** Runs `work` with the clock advanced, and then resets the clock, because the sandbox uses the real clock. */
export async function minutesLater<T>(app: TestApp, minutes: number, work: () => Promise<T>): Promise<T> {
  app.clock.advance(minutes * 60_000);
  try {
    return await work();
  } finally {
    app.clock.advance(-minutes * 60_000);
  }
}
