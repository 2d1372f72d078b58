import { execFile } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { startCheckout } from '../checkout/purchase-checkout.operations.ts';
import { settleInvoice } from '../subscriptions/invoices.operations.ts';
import { payWithNewCard } from '../subscriptions/new-card.operations.ts';
import { syncSubscription } from '../subscriptions/sync.operations.ts';
import { paymentOf, refundInput } from '../testing/money.ts';
import { playMoneyScenario, playMonthAfter } from '../testing/money-scenario.ts';
import { createMoneyStage, type MoneyWorld } from '../testing/money-world.ts';
import { createPromotion } from '../testing/promotions.ts';
import { checkoutInput, createAdmin, openSession, sessionIdOf } from '../testing/purchases.ts';
import { namesIn, type RecordedCall, recordCalls } from '../testing/stripe-calls-recorder.ts';
import { monthMs } from '../testing/subscriptions.ts';
import { updateCustomerEmails } from './customer-email.operations.ts';
import { eraseCustomer } from './customer-erasure.operations.ts';
import { hasPaidEarlier } from './stripe-calls.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'lib/tsc.js',
);

const app = setUpTestApp();
let world: MoneyWorld;
let folder: string;
const calls: RecordedCall[] = [];

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-conformance-'));
  await fs.symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  world = await (await createMoneyStage(app)).open();
  app.deps.stripe = recordCalls(app.deps.stripe, calls);
  const deliverAll = async () => {
    for (const event of world.undelivered()) await world.deliver(event, 1);
  };
  await playMoneyScenario(world, deliverAll);
  await playMonthAfter(world, deliverAll);
  // Makes the calls that the two scenarios do not make, such as an admin's refund.
  const admin = await createAdmin(app);
  const [first, second] = world.products;
  if (!first || !second) throw new Error('there is nothing to sell');
  const sessionId = await openSession(app, world.buyer, first);
  await world.sandbox.pay(sessionId);
  await app.caller(world.buyer).payments.completePurchase({ sessionId });
  await app.caller(admin).admin.payments.refund(refundInput(await paymentOf(app, admin, sessionId)));
  // A refund whose event arrives before the `checkout.session.completed` event of its payment.
  const early = await openSession(app, world.otherUser, first);
  await world.sandbox.pay(early);
  await app.deps.stripe.refunds.create({ charge: world.sandbox.charges().at(-1)?.id ?? '' });
  for (const event of world.undelivered().filter(({ type }) => type === 'refund.created'))
    await world.deliver(event, 1);
  await playCodes(admin, second);
  await playTax(admin);
  await playDispute(admin, second);
  await playUnpaid();
  await openSession(app, world.buyer, second);
  await app.deps.db.updateTable('products').set({ price_cents: 5000 }).where('id', '=', second.id).execute();
  await openSession(app, world.buyer, { ...second, price: 5000 });
  await world.reconcile();
  await app.deps.db
    .updateTable('users')
    .set({ email: 'moved@example.test' })
    .where('stripe_customer_id', '=', String(world.sandbox.subscriptions()[0]?.customer))
    .execute();
  expect(await updateCustomerEmails(app.deps)).toBe(1);
  const id = String(world.sandbox.subscriptions()[0]?.id);
  expect(await hasPaidEarlier(app.deps, { id, latestInvoiceId: null })).toBe(true);
  await subscribeUnknownUser();
  await eraseCustomer(app.deps, { userId: world.otherUser.userId, customerId: await idleCustomer() });
  await replaceDeclinedCard();
  await waiveSmallRemainder();
});
afterAll(async () => {
  await world.close();
  await fs.rm(folder, { recursive: true, force: true });
});

/**
 * Creates a code with a percentage, one with an amount, and one directly at Stripe, as its dashboard would. Opens
 * checkouts with the first code, and then ends it.
 */
async function playCodes(admin: AdminActor, product: AdminProduct): Promise<void> {
  const expiresAt = new Date(app.deps.now().getTime() + dayMs).toISOString();
  const percent = await createPromotion(app, admin, { expiresAt, maxRedemptions: 5 });
  await createPromotion(app, admin, { amountOffCents: 500 });
  const foreign = {
    code: percent.code,
    promotion: { type: 'coupon' as const, coupon: await couponOfOthers() },
  };
  await expect(app.deps.stripe.promotionCodes.create(foreign)).rejects.toThrow();
  await app.deps.stripe.promotionCodes.create({ ...foreign, code: 'THEIRS' });
  await expect(createPromotion(app, admin, { code: 'THEIRS' })).rejects.toMatchObject({ code: 'conflict' });
  const promotionCode = percent.code;
  const student = await app.createUser();
  await startCheckout(app.deps, student, { ...checkoutInput(product), promotionCode });
  await app.caller(student).payments.createSubscriptionSession({ plan: 'gold', promotionCode });
  await app.caller(admin).admin.promotions.end({ id: percent.id });
}

/** Opens a checkout for a plan whose price at Stripe has no tax behavior, like prices made before tax was on. */
async function playTax(admin: AdminActor): Promise<void> {
  await app.caller(admin).admin.settings.update([{ key: 'automaticTax', value: true }]);
  await app.deps.db
    .updateTable('plans')
    .set({ stripe_price_id: null })
    .where('plan', '=', 'diamond')
    .execute();
  await app.deps.stripe.prices.create({
    currency: 'usd',
    unit_amount: 1_000,
    recurring: { interval: 'month' },
    metadata: { plan: 'diamond' },
    lookup_key: 'academy_diamond_1000_usd_month',
    transfer_lookup_key: true,
    product_data: { name: 'Diamond plan' },
  });
  const student = await app.createUser();
  await app.caller(student).payments.createSubscriptionSession({ plan: 'diamond' });
  await app.caller(admin).admin.settings.update([{ key: 'automaticTax', value: false }]);
}

async function playDispute(admin: AdminActor, product: AdminProduct): Promise<void> {
  const sessionId = await openSession(app, world.otherUser, product);
  await world.sandbox.pay(sessionId);
  const { id } = world.sandbox.dispute(world.sandbox.charges().at(-1)?.id ?? '', 'product_not_received');
  for (const event of world.undelivered().filter(({ type }) => /^(checkout|charge)/.test(type))) {
    await world.deliver(event, 1);
  }
  await app.caller(admin).admin.payments.sendEvidence({ disputeId: id, statement: 'They watched it.' });
}

/** A subscription that is canceled while its first invoice is open. */
async function playUnpaid(): Promise<void> {
  const { payments } = app.caller(await app.createUser());
  const sessionId = sessionIdOf((await payments.createSubscriptionSession({ plan: 'silver' })).url);
  await world.sandbox.pay(sessionId, 'delayed');
  world.sandbox.settleDelayed(sessionId, false);
  await payments.verifySubscription({ sessionId });
  await payments.cancelSubscription();
}

async function couponOfOthers(): Promise<string> {
  const { id } = await app.deps.stripe.coupons.create({ duration: 'once', percent_off: 10 });
  return id;
}

/** Creates a Gold subscription for a Stripe customer who is not in our database. */
async function subscribeUnknownUser(): Promise<void> {
  const { stripe } = app.deps;
  const customer = await idleCustomer();
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const { data } = await stripe.prices.list({ limit: 100 });
  const price = data.find(({ metadata }) => metadata.plan === 'gold')?.id ?? '';
  const items = [{ price }];
  const subscription = await stripe.subscriptions.create({ customer, items, default_payment_method: id });
  await syncSubscription(app.deps, subscription.id);
}

async function findRenewing() {
  return app.deps.db
    .selectFrom('subscriptions')
    .select(['id', 'customer_id', 'price_cents'])
    .where('status', '=', 'active')
    .where('cancel_at_period_end', '=', false)
    .executeTakeFirstOrThrow();
}

/** A renewal whose amount, after a credit, is less than the minimum charge. */
async function waiveSmallRemainder(): Promise<void> {
  const { id, customer_id: customer, price_cents: price } = await findRenewing();
  const credit = { amount: 20 - price, currency: 'usd' };
  await app.deps.stripe.customers.createBalanceTransaction(customer ?? '', credit);
  world.sandbox.clock.advance(monthMs);
  const { latest_invoice: invoice } = await app.deps.stripe.subscriptions.retrieve(id);
  await settleInvoice(app.deps, String(invoice));
}

/** A failed renewal, and a new card that pays it. */
async function replaceDeclinedCard(): Promise<void> {
  const { id, customer_id: customer } = await findRenewing();
  const charge = async (card: string) => {
    const method = await app.deps.stripe.paymentMethods.attach(card, { customer: customer ?? '' });
    await app.deps.stripe.subscriptions.update(id, { default_payment_method: method.id });
  };
  await charge('pm_card_chargeCustomerFail');
  world.sandbox.clock.advance(monthMs);
  await charge('pm_card_visa');
  await payWithNewCard(app.deps, id);
}

/** A Stripe customer without payments. */
async function idleCustomer(): Promise<string> {
  const { id } = await app.deps.stripe.customers.create({ email: 'idle@example.test' });
  return id;
}

/** Type-checks the recorded calls against the installed SDK. @returns the compiler's errors */
async function compileErrorsOf(recorded: readonly RecordedCall[]): Promise<string> {
  const lines = recorded.map(
    ({ path: name, sent }) => `void stripe.${name}(${sent.map(asSource).join(', ')});`,
  );
  const source = ["import Stripe from 'stripe';", 'declare const stripe: Stripe;', ...new Set(lines), ''];
  const file = path.join(folder, 'calls.ts');
  await fs.writeFile(file, source.join('\n'));
  const options =
    '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target esnext --types node --pretty false';
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [compiler, ...options.split(' '), file], (error, output) => {
      if (error && output === '') reject(error);
      else resolve(output);
    });
  });
}

/** An argument as source code. The content of a file is replaced by a short string. */
function asSource(sent: unknown): string {
  return JSON.stringify(sent, function (this: Record<string, unknown>, key, value: unknown) {
    return this[key] instanceof Uint8Array ? 'bytes' : value;
  });
}

/** The names of all calls to Stripe in our source, such as `refunds.create`. */
async function callsInCode(): Promise<string[]> {
  const folderOfCode = path.join(root, 'src/server/payments');
  const files = (await fs.readdir(folderOfCode, { recursive: true })).filter(
    (name) => !name.endsWith('.test.ts') && name.endsWith('.ts') && !name.startsWith('testing'),
  );
  const texts = await Promise.all(files.map((name) => fs.readFile(path.join(folderOfCode, name), 'utf8')));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\bstripe\.((?:\w+\.)+\w+)\(/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => name !== 'webhooks.constructEvent');
}

describe('our calls to Stripe', () => {
  it('the scenarios make every call to Stripe that our source contains', async () => {
    const made = new Set(calls.map(({ path: name }) => name));
    const inCode = await callsInCode();
    expect(inCode.length).toBeGreaterThan(20);
    expect(inCode.filter((name) => !made.has(name))).toEqual([]);
  });

  it('the sandbox received the recorded parameters of every call that writes', () => {
    // Without uploads, whose parameters are multipart forms.
    const posted = world.sandbox.requests.filter(
      ({ method, path: url }) => method === 'POST' && url !== '/v1/files',
    );
    const written = calls
      .filter(
        ({ path: name }) =>
          name !== 'files.create' &&
          /\.(attach|create|update|expire|release|createBalanceTransaction|createPreview|pay|voidInvoice)$/.test(
            name,
          ),
      )
      .map(({ sent }) => namesIn(sent.find((one) => typeof one === 'object')).toSorted());
    const arrived = posted.map(({ params }) => namesIn(params).toSorted());
    expect(arrived.map(String).toSorted()).toEqual(written.map(String).toSorted());
    expect(posted.length).toBeGreaterThan(40);
  });

  it('every call uses only names and values that the installed SDK knows', async () => {
    expect(await compileErrorsOf(calls)).toBe('');
  });

  it('a call with a parameter that Stripe has removed does not compile', async () => {
    const wrong = {
      path: 'checkout.sessions.create',
      sent: [{ mode: 'payment', payment_method_types: ['card'] }],
    };
    expect(await compileErrorsOf([wrong])).toMatch(/payment_method_types/);
  });
});
