import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import { stripeErrorOf } from './testing/billing-fixture.ts';
import { purchaseParams, sdkClient } from './testing/sdk-client.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;

beforeEach(async () => {
  sandbox = await startStripeSandbox();
  stripe = sdkClient(sandbox);
});
afterEach(() => sandbox.close());

const types = () => sandbox.events().map(({ type }) => type);

/** Pays $9.99. @returns the ids of the payment intent and the charge */
async function buy(card?: string): Promise<{ intent: string; charge: string }> {
  const { id } = await stripe.checkout.sessions.create(purchaseParams());
  await sandbox.pay(id, card);
  const session = await stripe.checkout.sessions.retrieve(id);
  return { intent: String(session.payment_intent), charge: String(sandbox.charges().at(-1)?.id) };
}

test('a full refund happens once, however often it is requested', async () => {
  const { intent, charge } = await buy();
  const key = { idempotencyKey: 'refund-1' };
  const params = {
    payment_intent: intent,
    reason: 'requested_by_customer',
    metadata: { purchase: 'p-1' },
  } as const;
  const refund = await stripe.refunds.create(params, key);
  expect(refund).toMatchObject({ object: 'refund', amount: 999, charge, status: 'succeeded', ...params });
  expect((await stripe.refunds.create(params, key)).id).toBe(refund.id);
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ refunded: true, amount_refunded: 999 });
  expect(await stripeErrorOf(stripe.refunds.create({ charge }))).toMatchObject({
    statusCode: 400,
    code: 'charge_already_refunded',
  });
  expect(types().slice(-2)).toEqual(['refund.created', 'charge.refunded']);
});

test('partial refunds add up, to at most the amount of the charge', async () => {
  const { intent, charge } = await buy();
  await stripe.refunds.create({ payment_intent: intent, amount: 1 });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 1 });
  const tooMuch = await stripeErrorOf(stripe.refunds.create({ payment_intent: intent, amount: 999 }));
  expect(tooMuch.message).toBe('Refund amount ($9.99) is greater than unrefunded amount on charge ($9.98)');
  expect((await stripeErrorOf(stripe.refunds.create({ charge, amount: 0 }))).code).toBe(
    'parameter_invalid_integer',
  );
  await stripe.refunds.create({ payment_intent: intent });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ refunded: true, amount_refunded: 999 });
  const listed = await stripe.refunds.list({ payment_intent: intent });
  expect(listed.data.map(({ amount }) => amount)).toEqual([998, 1]);
});

test('after a failed refund, the charge no longer counts as refunded and can be refunded again', async () => {
  const { intent, charge } = await buy();
  const { id } = await stripe.refunds.create({ payment_intent: intent });
  sandbox.failRefund(id);
  expect(await stripe.refunds.retrieve(id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ refunded: false, amount_refunded: 0 });
  expect(types()).toEqual(
    expect.arrayContaining(['refund.failed', 'refund.updated', 'charge.refund.updated']),
  );
  expect(() => sandbox.failRefund(id)).toThrow('failed already');
  expect((await stripe.refunds.create({ payment_intent: intent })).status).toBe('succeeded');
});

test('an unpaid charge cannot be refunded', async () => {
  const { id } = await stripe.checkout.sessions.create(purchaseParams());
  await sandbox.pay(id, '4000000000000002');
  const intent = String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
  expect((await stripeErrorOf(stripe.refunds.create({ payment_intent: intent }))).statusCode).toBe(400);
  expect((await stripeErrorOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).code).toBe(
    'resource_missing',
  );
  expect(sandbox.refunds()).toEqual([]);
});

test.each([
  ['won', true],
  ['lost', false],
] as const)('whether a charge is refundable after its dispute was %s: %s', async (outcome, isRefundable) => {
  const { charge, intent } = await buy();
  const { id } = sandbox.dispute(charge);
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
  expect(dispute).toMatchObject({
    id,
    charge,
    amount: 999,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  expect((await stripe.charges.retrieve(charge)).disputed).toBe(true);
  expect((await stripeErrorOf(stripe.refunds.create({ charge }))).code).toBe('charge_disputed');
  expect(sandbox.closeDispute(id, outcome).status).toBe(outcome);
  expect(types().includes('charge.dispute.funds_reinstated')).toBe(isRefundable);
  expect(types()).toEqual(
    expect.arrayContaining([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ]),
  );
  expect(() => sandbox.closeDispute(id, outcome)).toThrow(`cannot end as ${outcome}`);
  // The charge remains marked as disputed; after a won dispute it can be refunded nevertheless.
  expect((await stripe.charges.retrieve(charge)).disputed).toBe(true);
  if (isRefundable) expect((await stripe.refunds.create({ charge })).status).toBe('succeeded');
  else expect((await stripeErrorOf(stripe.refunds.create({ charge }))).code).toBe('charge_disputed');
});

test('an inquiry withdraws no funds and ends with the status `warning_closed`', async () => {
  const { charge } = await buy();
  const { id } = sandbox.dispute(charge, 'general', { isInquiry: true });
  expect((await stripe.disputes.retrieve(id)).status).toBe('warning_needs_response');
  expect(() => sandbox.closeDispute(id, 'won')).toThrow('cannot end as won');
  expect(sandbox.closeDispute(id, 'warning_closed').status).toBe('warning_closed');
  expect(types()).not.toContain('charge.dispute.funds_withdrawn');
  expect(() => sandbox.dispute(charge)).toThrow('only once');
  expect((await stripe.refunds.create({ charge })).amount).toBe(999);
});

test('evidence can be staged before it is submitted, and can be submitted only once', async () => {
  const { charge } = await buy();
  const { id } = sandbox.dispute(charge);
  const file = await stripe.files.create({
    purpose: 'dispute_evidence',
    file: { data: Buffer.from('%PDF-1.7 \u0000 Łódź'), name: 'pack.pdf', type: 'application/pdf' },
  });
  expect(file).toMatchObject({ filename: 'pack.pdf', type: 'pdf', size: 18 });
  const staged = await stripe.disputes.update(id, {
    evidence: { uncategorized_file: file.id, customer_name: 'Dana' },
    submit: false,
  });
  expect(staged).toMatchObject({
    status: 'needs_response',
    evidence_details: { has_evidence: true, submission_count: 0 },
  });
  expect(
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'They used it' } }),
  ).toMatchObject({
    status: 'under_review',
    evidence: { customer_name: 'Dana', uncategorized_file: file.id, uncategorized_text: 'They used it' },
    evidence_details: { submission_count: 1 },
  });
  expect(types().at(-1)).toBe('charge.dispute.updated');
  expect((await stripeErrorOf(stripe.disputes.update(id, {}))).statusCode).toBe(400);
  expect(sandbox.closeDispute(id, 'won').status).toBe('won');
});

test.each<[string, Partial<Stripe.FileCreateParams>]>([
  ['a file for another purpose', { purpose: 'business_logo' }],
  ['a text file', { file: { data: Buffer.from('x'), name: 'a.txt', type: 'text/plain' } }],
  ['an empty file', { file: { data: Buffer.from(''), name: 'a.pdf', type: 'application/pdf' } }],
])('%s is rejected as dispute evidence', async (_name, changes) => {
  const file = { data: Buffer.from('%PDF'), name: 'a.pdf', type: 'application/pdf' };
  const params: Stripe.FileCreateParams = { purpose: 'dispute_evidence', file, ...changes };
  expect((await stripeErrorOf(stripe.files.create(params))).statusCode).toBe(400);
});

test('the charge of an inquiry can be refunded until the inquiry is escalated', async () => {
  const { charge } = await buy();
  const { id } = sandbox.dispute(charge, 'general', { isInquiry: true });
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ is_charge_refundable: true });
  expect((await stripe.refunds.create({ charge, amount: 100 })).status).toBe('succeeded');
  sandbox.escalateInquiry(id);
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: 'needs_response',
    is_charge_refundable: false,
  });
  expect(types().slice(-2)).toEqual(['charge.dispute.updated', 'charge.dispute.funds_withdrawn']);
  expect((await stripeErrorOf(stripe.refunds.create({ charge }))).code).toBe('charge_disputed');
  expect(() => sandbox.escalateInquiry(id)).toThrow('Only an open inquiry');
  expect(sandbox.closeDispute(id, 'lost').status).toBe('lost');
  expect(() => sandbox.escalateInquiry(id)).toThrow('Only an open inquiry');
});

test('a payment with the card for early fraud warnings creates a warning and an event', async () => {
  const { intent, charge } = await buy('4000000000005423');
  const { data } = await stripe.radar.earlyFraudWarnings.list();
  expect(data).toMatchObject([{ charge, payment_intent: intent }]);
  expect(await stripe.radar.earlyFraudWarnings.retrieve(data[0]?.id ?? '')).toMatchObject({ charge });
  expect(types()).toContain('radar.early_fraud_warning.created');
});
