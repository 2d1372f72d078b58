import type Stripe from 'stripe';
import { expect } from 'vitest';
import type { BillingPaymentRow, BillingRefundRow } from '../../platform/db/tables/payment-tables.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { countEmails } from './emails.ts';
import type { MoneyModel } from './money-model.ts';
import { day, type MoneyWorld, planAtStripe } from './money-world.ts';

type Facts = {
  purchases: PurchaseRow[];
  payments: BillingPaymentRow[];
  sessions: Map<string, Stripe.Checkout.Session>;
  /** Successful charges, by payment intent. */
  charges: Map<string, Stripe.Charge>;
};

async function read({ app, sandbox, buyer }: MoneyWorld): Promise<Facts> {
  const { db } = app.deps;
  const [purchases, payments] = await Promise.all([
    db.selectFrom('purchases').selectAll().where('user_id', '=', buyer.userId).execute(),
    db.selectFrom('billing_payments').selectAll().where('user_id', '=', buyer.userId).execute(),
  ]);
  const succeeded = sandbox.charges().filter(({ status }) => status === 'succeeded');
  return {
    purchases,
    payments,
    sessions: new Map(sandbox.sessions().map((session) => [session.id, session])),
    charges: new Map(succeeded.map((charge) => [String(charge.payment_intent), charge])),
  };
}

/** Checks the invariants that hold after every step, even if events were lost. @throws AssertionError */
export async function checkRunning(model: MoneyModel, world: MoneyWorld): Promise<void> {
  const facts = await read(world);
  checkCompletions(facts);
  await checkKeys(facts, world);
  checkNoDoublePayment(model, facts, world);
  checkLedger(facts);
}

/** Each completed, refunded or held purchase has a checkout session that its buyer paid, with the exact amount. */
function checkCompletions({ purchases, sessions, charges }: Facts): void {
  for (const row of purchases) {
    const isSettled = row.status === 'completed' || row.status === 'refunded' || row.held_reason !== null;
    if (!isSettled) continue;
    const session = sessions.get(row.checkout_session_id ?? '');
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: row.amount_cents,
      client_reference_id: row.user_id,
      metadata: { productId: String(row.product_id) },
    });
    expect(charges.get(String(session?.payment_intent))?.amount).toBe(row.amount_cents);
  }
}

/**
 * Only completed purchases grant access, at most one for each product. The buyer's purchase keys name exactly the
 * products of these purchases.
 */
async function checkKeys({ purchases }: Facts, { app, buyer, products }: MoneyWorld): Promise<void> {
  const granting = purchases.filter((row) => row.grants_access);
  expect(granting.every(({ status }) => status === 'completed')).toBe(true);
  const ids = granting.map(({ product_id }) => product_id);
  expect(new Set(ids).size).toBe(ids.length);
  const { purchases: keys } = await app.caller(buyer).auth.currentUser();
  expect(keys.toSorted()).toEqual(
    products
      .filter(({ id }) => ids.includes(id))
      .map(keyOf)
      .toSorted(),
  );
}

function keyOf(product: { id: number; type: string; productNumber: number }): string {
  return product.type === 'pdf' ? `pdf-${product.productNumber}` : `session-${product.id}`;
}

/** A buyer who uses only the URLs that the server returns cannot pay for a product twice. */
function checkNoDoublePayment(model: MoneyModel, facts: Facts, world: MoneyWorld): void {
  const payable = model.pages.filter(({ sessionId }) => facts.sessions.get(sessionId)?.status === 'open');
  for (const index of world.products.keys()) {
    const open = payable.filter(({ product }) => product === index);
    expect(open.length).toBeLessThanOrEqual(1);
    // After a failed refund, the product may have been paid for twice, so a purchase of it may be on hold.
    if (model.withFailedRefund.has(index)) continue;
    const held = facts.purchases.filter((row) => row.held_reason !== null);
    expect(held.filter(({ product_id }) => product_id === world.products[index]?.id)).toEqual([]);
  }
  expect(payable.filter(({ product }) => product === undefined).length).toBeLessThanOrEqual(1);
  const live = world.sandbox.subscriptions().filter(({ status }) => status !== 'canceled');
  expect(live.length).toBeLessThanOrEqual(1);
}

/** Each ledger row of a payment that did not fail matches a charge at Stripe with the exact amount. */
function checkLedger({ payments, charges }: Facts): void {
  for (const row of payments) {
    if (row.status === 'failed') continue;
    expect(charges.get(row.payment_intent_id ?? '')?.amount).toBe(row.amount_cents);
  }
}

/** Checks the invariants that hold after reconciliation, even if all events were lost. @throws AssertionError */
export async function checkSettled(model: MoneyModel, world: MoneyWorld): Promise<void> {
  await checkRunning(model, world);
  const facts = await read(world);
  const { app, buyer, otherUser, sandbox } = world;
  const refunds = await app.deps.db.selectFrom('billing_refunds').selectAll().execute();

  const booked = facts.payments.filter(({ status }) => status !== 'failed');
  expect(booked.map(({ payment_intent_id }) => payment_intent_id).toSorted()).toEqual(
    [...facts.charges.keys()].toSorted(),
  );
  expect(sum(booked.map((row) => row.amount_cents))).toBe(sum([...facts.charges.values()].map(amountOf)));
  expect(sum(booked.filter((row) => row.purchase_id !== null).map((row) => row.amount_cents))).toBe(
    model.paidForProducts,
  );
  const returned = sandbox.refunds().filter(({ status }) => status === 'succeeded');
  expect(sum(booked.map((row) => row.refunded_cents))).toBe(sum(returned.map(amountOf)));
  expect(sum(booked.map((row) => row.refunded_cents))).toBe(
    sum([...facts.charges.values()].map((charge) => charge.amount_refunded)),
  );
  const lost = sandbox.disputes().filter(({ status }) => status === 'lost');
  expect(sum(booked.map((row) => row.lost_cents))).toBe(sum(lost.map(amountOf)));

  await checkEvidence(world);

  const user = await app.caller(buyer).auth.currentUser();
  const expectedKeys = world.products.filter(({ id }) => isOwned(id, facts, world, refunds)).map(keyOf);
  expect(user.purchases.toSorted()).toEqual(expectedKeys.toSorted());
  expect(user.subscriptionPlan).toBe(expectedPlan(facts, world, refunds));

  const delivered = facts.purchases.filter(
    ({ status, held_reason: held }) => held === null && (status === 'completed' || status === 'refunded'),
  );
  expect(await countEmails(app, buyer, 'receipt')).toBeGreaterThanOrEqual(delivered.length);
  const other = await app.caller(otherUser).auth.currentUser();
  expect([other.purchases, other.subscriptionPlan]).toEqual([[], 'free']);
}

/** Evidence was sent at most once, or twice if the dispute began as an inquiry, and the database records it. */
async function checkEvidence({ app, sandbox }: MoneyWorld): Promise<void> {
  const ours = await app.deps.db.selectFrom('billing_disputes').selectAll().execute();
  const inquiries = new Set(
    sandbox.events().flatMap(({ type, data: { object } }) => {
      const isInquiry = 'evidence_details' in object && object.status === 'warning_needs_response';
      return type === 'charge.dispute.created' && isInquiry ? [object.id] : [];
    }),
  );
  for (const { id, status, evidence_details: details } of sandbox.disputes()) {
    expect(details.submission_count).toBeLessThanOrEqual(inquiries.has(id) ? 2 : 1);
    const isSent = details.submission_count > 0 && !status.endsWith('needs_response');
    const known = ours.find((row) => row.id === id);
    expect(known?.status).toBe(status);
    expect(known?.evidence_sent_at !== null).toBe(isSent);
  }
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, one) => total + one, 0);
}

function amountOf({ amount }: { amount: number }): number {
  return amount;
}

type PaymentOutcome = {
  isLost: boolean;
  isDisputed: boolean;
  isFullyRefunded: boolean;
  /** Whether the admin chose to end access, for each refund, oldest first; null without a choice. */
  endAccessChoices: (boolean | null)[];
};

/** The outcome of a payment, from Stripe's objects and the admins' choices when they refunded it. */
function outcomeOf(
  intentId: string,
  { charges }: Facts,
  world: MoneyWorld,
  ours: BillingRefundRow[],
): PaymentOutcome {
  const charge = charges.get(intentId);
  const disputes = world.sandbox.disputes().filter(({ charge: chargeId }) => chargeId === charge?.id);
  const done = world.sandbox
    .refunds()
    .filter(({ status, payment_intent }) => status === 'succeeded' && payment_intent === intentId)
    .toSorted((left, right) => left.created - right.created);
  return {
    isLost: disputes.some(({ status }) => status === 'lost'),
    isDisputed: disputes.some(({ status }) => status === 'needs_response' || status === 'under_review'),
    isFullyRefunded: charge !== undefined && charge.amount_refunded === charge.amount,
    endAccessChoices: done.map(
      ({ metadata }) => ours.find(({ id }) => id === metadata?.refundId)?.end_access ?? null,
    ),
  };
}

function isOwned(productId: number, facts: Facts, world: MoneyWorld, refunds: BillingRefundRow[]): boolean {
  const paid = [...facts.sessions.values()].filter(
    (session) => session.payment_status === 'paid' && session.metadata?.productId === String(productId),
  );
  return paid.some((session) => {
    const outcome = outcomeOf(String(session.payment_intent), facts, world, refunds);
    if (outcome.isLost || outcome.isDisputed || outcome.endAccessChoices.includes(true)) return false;
    return !outcome.isFullyRefunded || outcome.endAccessChoices.at(-1) === false;
  });
}

/**
 * The plan that follows from Stripe's state: it lasts through the grace period, ends with a refund that ends access,
 * and is suspended by a dispute.
 */
function expectedPlan(facts: Facts, world: MoneyWorld, refunds: BillingRefundRow[]): string {
  for (const subscription of world.sandbox.subscriptions()) {
    const invoices = world.sandbox
      .invoices()
      .filter(({ parent }) => parent?.subscription_details?.subscription === subscription.id);
    const latest = invoices.find(({ id }) => id === subscription.latest_invoice);
    const isInGrace = latest !== undefined && world.now() < latest.created * 1000 + 7 * day;
    const isLive = subscription.status === 'active' || (subscription.status === 'past_due' && isInGrace);
    const ours = facts.payments.filter(({ subscription_id }) => subscription_id === subscription.id);
    const paid = ours.flatMap(({ payment_intent_id: intentId, stripe_invoice_id: invoiceId }) => {
      if (intentId === null || !facts.charges.has(intentId)) return [];
      const invoice = invoices.find(({ id }) => id === invoiceId);
      const until = Math.max(...(invoice?.lines.data ?? []).map(({ period }) => period.end));
      return { ...outcomeOf(intentId, facts, world, refunds), until, plan: planPaidBy(invoice) };
    });
    const isEnded = paid.some(({ endAccessChoices }) => endAccessChoices.includes(true));
    const plan = planAtStripe(world, subscription.id);
    if (!isLive || isEnded || !plan) continue;
    // The latest paid period. A disputed payment suspends only the plan that it paid for.
    const last = Math.max(...paid.map(({ until }) => until));
    const period = paid.filter(({ until }) => until === last);
    const isDisputedNow = period.some(({ isLost, isDisputed }) => isLost || isDisputed);
    return isDisputedNow
      ? highestPlan(period.filter(({ isLost, isDisputed }) => !isLost && !isDisputed).map((one) => one.plan))
      : plan;
  }
  return 'free';
}

type Billed = { lines: { data: readonly { amount: number; description: string | null }[] } };

/** The plan named on the invoice line with a positive amount; credits for unused time are negative. */
function planPaidBy(invoice: Billed | undefined): string {
  const line = invoice?.lines.data.find(({ amount }) => amount > 0);
  return /(silver|gold|diamond) membership/i.exec(line?.description ?? '')?.[1]?.toLowerCase() ?? 'unknown';
}

function highestPlan(plans: readonly string[]): string {
  return ['diamond', 'gold', 'silver'].find((plan) => plans.includes(plan)) ?? 'free';
}
