import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { paymentOf, refundInput } from '../testing/money.ts';
import { createAdmin, createTestProduct, deliver, eventAbout, payFor } from '../testing/purchases.ts';
import { createDelivery, monthMs, passTime, setRealTime, subscribe } from '../testing/subscriptions.ts';

/** Stripe's test card whose bank reports each payment as fraudulent. */
const reportedCard = '4000000000005423';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;
let student: TestUser;
let delivery: ReturnType<typeof createDelivery>;

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin, { productNumber: 5 });
  delivery = createDelivery(app);
});
beforeEach(async () => {
  setRealTime(app);
  delivery.skip();
  student = await app.createUser();
});

const asAdmin = () => app.caller(admin).admin;
const tasks = async () =>
  (await asAdmin().payments.tasks()).filter(({ payment }) => payment.userId === student.userId);

async function emailsOf(warningId: string): Promise<number> {
  const rows = await app.deps.db
    .selectFrom('mail_messages')
    .select('id')
    .where('kind', '=', 'fraud_warning')
    .where('dedupe_key', 'like', `%${warningId}%`)
    .execute();
  return rows.length;
}

async function newestWarning() {
  const [warning] = (await app.deps.stripe.radar.earlyFraudWarnings.list({ limit: 1 })).data;
  if (!warning) throw new Error('Stripe has no early fraud warning');
  return warning;
}

const deliverWarning = async () =>
  deliver(app, eventAbout('radar.early_fraud_warning.created', (await newestWarning()).id));

async function buyReported(): Promise<string> {
  const sessionId = await payFor(app, student, product, reportedCard);
  return sessionId;
}

describe('an early fraud warning', () => {
  it('creates one task, emails the academy only once, and changes nothing for the student', async () => {
    const sessionId = await buyReported();
    await delivery.deliverNew();
    await deliverWarning();
    const payment = await paymentOf(app, admin, sessionId);
    expect(await tasks()).toMatchObject([
      { kind: 'fraud_warning', payment: { id: payment.id, status: 'paid' }, subscription: null },
    ]);
    const staffEmails = await emailsOf((await newestWarning()).id);
    expect(staffEmails).toBeGreaterThan(0);
    await deliverWarning();
    expect(await emailsOf((await newestWarning()).id)).toBe(staffEmails);
    expect((await app.caller(student).shop.getProduct({ id: product.id })).owned).toBe(true);
  });

  it('is rejected while the invoice of a plan is missing, and recorded once the invoice has arrived', async () => {
    await subscribe(app, student, 'gold', reportedCard);
    const { id } = await newestWarning();
    const warned = () => deliver(app, eventAbout('radar.early_fraud_warning.created', id));
    await app.deps.db.deleteFrom('billing_payments').where('user_id', '=', student.userId).execute();
    await expect(warned()).rejects.toThrow('The invoice of this payment has not arrived yet.');
    await delivery.deliverNew();
    await warned();
    expect(await tasks()).toMatchObject([{ kind: 'fraud_warning' }]);
  });

  it('is rejected while the payment is recorded as failed, and recorded once the event about the payment’s success has arrived', async () => {
    const { id: subscription } = await subscribe(app, student, 'gold', reportedCard);
    app.sandbox.failRenewals(Number.POSITIVE_INFINITY);
    passTime(app, monthMs);
    app.sandbox.failRenewals(0);
    await delivery.deliverNew();
    expect(await tasks()).toHaveLength(1);
    const [renewal] = (await app.deps.stripe.invoices.list({ subscription, status: 'open' })).data;
    await app.deps.stripe.invoices.pay(renewal?.id ?? '');
    await expect(deliverWarning()).rejects.toThrow('This payment has not been recorded as paid yet.');
    await delivery.deliverNew();
    await deliverWarning();
    expect(await tasks()).toHaveLength(2);
  });

  it('has no open task once the payment is refunded or disputed', async () => {
    const sessionId = await buyReported();
    await delivery.deliverNew();
    expect(await tasks()).toHaveLength(1);
    await asAdmin().payments.refund(refundInput(await paymentOf(app, admin, sessionId)));
    await delivery.deliverNew();
    expect(await tasks()).toEqual([]);

    await buyReported();
    await delivery.deliverNew();
    expect(await tasks()).toHaveLength(1);
    app.sandbox.dispute(app.sandbox.charges().at(-1)?.id ?? '');
    await delivery.deliverNew();
    expect(await tasks()).toEqual([]);
    await deliverWarning();
    expect(await tasks()).toEqual([]);
  });

  it('leaves the task closed after an admin keeps the payment, even if the warning is delivered again', async () => {
    await buyReported();
    await delivery.deliverNew();
    const [task] = await tasks();
    await asAdmin().payments.decideTask({ taskId: task?.id ?? '', decision: 'done' });
    await deliverWarning();
    expect(await tasks()).toEqual([]);
  });

  it('is accepted before the purchase is completed, and its task names the plan of a subscription payment', async () => {
    await buyReported();
    expect(await deliverWarning()).toEqual({ status: 'processed' });
    expect(await tasks()).toHaveLength(1);

    student = await app.createUser();
    await subscribe(app, student, 'gold', reportedCard);
    await delivery.deliverNew();
    expect(await tasks()).toMatchObject([{ kind: 'fraud_warning', subscription: { plan: 'gold' } }]);
  });

  it('is ignored if it is about a payment of another shop, or if Stripe does not know it', async () => {
    const { stripe } = app.deps;
    const { id } = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Chess' } } },
      ],
      success_url: 'https://elsewhere.test/',
    });
    await app.sandbox.pay(id, reportedCard);
    expect(await deliverWarning()).toEqual({ status: 'ignored' });
    const unknown = eventAbout('radar.early_fraud_warning.created', 'issfr_unknown');
    expect(await deliver(app, unknown)).toEqual({ status: 'ignored' });
  });
});
