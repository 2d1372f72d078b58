import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';
import type { Action, MoneyModel } from './testing/money-model.ts';
import { checkSettled } from './testing/money-proof.ts';
import { moneyStep, moneySteps } from './testing/money-steps.ts';
import {
  createMoneyStage,
  day,
  type Fault,
  type MoneyStage,
  type MoneyWorld,
  minute,
} from './testing/money-world.ts';

/** Number of random scenarios per run. The seed that a failure prints repeats them. */
const runs = Number(process.env.MODEL_RUNS ?? 60);
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
/**
 * The number of the scenario: the first part of the path that fast-check prints for a failure. The rest of the path
 * identifies the shrunk version, and is not used.
 */
const path = process.env.MODEL_PATH?.split(':')[0];

const app = setUpTestApp();
let stage: MoneyStage;

beforeAll(async () => {
  stage = await createMoneyStage(app);
});

type End = {
  /** How many products the buyer owns. */
  owned: number;
  plan: string;
  paid: boolean;
  subscribed: boolean;
  refunded: boolean;
  disputed: boolean;
};

/**
 * Runs a scenario. The invariants of payments must hold after each step, and again at the end, after a reconciliation
 * with Stripe. The reconciliation must make up for events that were never delivered as webhooks.
 */
async function play(act: (model: MoneyModel, world: MoneyWorld) => Promise<void>): Promise<End> {
  const world = await stage.open();
  try {
    const prices = stage.products.map(({ price }) => price);
    const model: MoneyModel = { pages: [], paidForProducts: 0, prices, withFailedRefund: new Set() };
    await act(model, world);
    await world.pass(20 * minute);
    await world.reconcile();
    await checkSettled(model, world);
    const { purchases, subscriptionPlan } = await app.caller(world.buyer).auth.currentUser();
    return {
      owned: purchases.length,
      plan: subscriptionPlan,
      paid: model.paidForProducts > 0,
      subscribed: world.sandbox.subscriptions().length > 0,
      refunded: world.sandbox.refunds().length > 0,
      disputed: world.sandbox.disputes().length > 0,
    };
  } finally {
    await world.close();
  }
}

type Step = Action | [Action, Fault];

const buyAndPay: Action = { do: 'buy_and_pay', product: 0, card: 'good', returns: true };
const buyWithoutReturning: Action = { ...buyAndPay, returns: false };
const subscribeAndPay: Action = { do: 'subscribe_and_pay', plan: 'gold', card: 'good', returns: true };
const deliver: Action = { do: 'deliver_all', reversed: false };
const refund = { do: 'refund', pick: 0, endAccess: false, endRenewal: false } as const;
const dispute = { do: 'dispute', pick: 0, isInquiry: false } as const;
const close = { do: 'close_dispute', pick: 0 } as const;
const crash = (atQuery: number): Fault => ({ kind: 'crash', atQuery });
const outage = (how: 'refused' | 'done_but_500' | 'response_lost'): Fault => ({
  kind: 'outage',
  fromCall: 0,
  how,
});

/** Fixed scenarios that together contain each action at least once. Every test run includes them. */
const scenarios: [name: string, steps: Step[], end: Partial<End>][] = [
  [
    'a purchase that the return page and webhooks report concurrently, and that no other user can claim',
    [
      { do: 'buy', product: 0 },
      { do: 'pay', pick: 0, card: 'good' },
      { do: 'open_as_other_user', pick: 0 },
      { do: 'return_during_webhooks', pick: 0 },
      { do: 'return', pick: 0, times: 3 },
      { do: 'buy', product: 0 },
    ],
    { owned: 1, paid: true },
  ],
  [
    'purchases whose events are all lost, one of them with a declined card',
    [
      buyWithoutReturning,
      { do: 'buy_and_pay', product: 1, card: 'declined', returns: true },
      { do: 'lose_event', pick: 0 },
      { do: 'lose_event', pick: 0 },
    ],
    { owned: 1, paid: true },
  ],
  [
    'delayed payments, one accepted and one rejected by the bank, reported in reverse order',
    [
      { ...buyAndPay, card: 'delayed' },
      { ...buyAndPay, product: 1, card: 'delayed' },
      { do: 'wait', ms: 3 * day },
      { do: 'settle_delayed', pick: 0, paid: true },
      { do: 'settle_delayed', pick: 1, paid: false },
      { do: 'deliver_all', reversed: true },
    ],
    { owned: 1, paid: true },
  ],
  [
    'a price that changes while a payment page is open, and a page that expires',
    [
      { do: 'buy', product: 0 },
      { do: 'change_price', product: 0, cents: 2500 },
      buyAndPay,
      { do: 'buy', product: 1 },
      { do: 'expire', pick: 2 },
      { do: 'deliver', pick: 0, copies: 3 },
    ],
    { owned: 1, paid: true },
  ],
  [
    'refunds of every kind, by us and at Stripe, and one that fails',
    [
      buyAndPay,
      { ...refund, part: 'half' },
      { ...refund, part: 'all', endAccess: true },
      { do: 'fail_refund', pick: 1 },
      deliver,
      { ...buyAndPay, product: 1 },
      { do: 'refund_at_stripe', pick: 1, part: 'all' },
    ],
    { refunded: true },
  ],
  [
    'an inquiry that becomes a dispute and is lost',
    [
      buyAndPay,
      { ...dispute, isInquiry: true },
      { ...close, outcome: 'lost' },
      deliver,
      { ...close, outcome: 'lost' },
    ],
    { owned: 0, disputed: true },
  ],
  [
    'a dispute and an inquiry that are won',
    [
      buyAndPay,
      dispute,
      deliver,
      { ...close, outcome: 'won' },
      { ...buyAndPay, product: 1 },
      { ...dispute, isInquiry: true },
      { ...close, outcome: 'won' },
    ],
    { owned: 2, disputed: true },
  ],
  [
    'an inquiry that two admins answer concurrently, and a lost dispute in which Stripe’s first response to the evidence does not arrive',
    [
      buyAndPay,
      { ...dispute, isInquiry: true },
      deliver,
      { do: 'send_evidence', pick: 0, admins: 2 },
      { ...close, outcome: 'lost' },
      { do: 'deliver_all', reversed: true },
      [{ do: 'send_evidence', pick: 0, admins: 1 }, outage('response_lost')],
      { do: 'send_evidence', pick: 0, admins: 2 },
      { ...close, outcome: 'lost' },
    ],
    { owned: 0, disputed: true },
  ],
  [
    'an upgraded plan whose first payment is disputed',
    [subscribeAndPay, { do: 'change_plan', plan: 'diamond' }, deliver, dispute, deliver],
    { plan: 'diamond', disputed: true },
  ],
  [
    'an upgraded plan whose second payment is lost in a dispute',
    [
      subscribeAndPay,
      { do: 'change_plan', plan: 'diamond' },
      deliver,
      { ...dispute, pick: 1 },
      deliver,
      { ...close, outcome: 'lost' },
      deliver,
    ],
    { plan: 'gold', disputed: true },
  ],
  [
    'a plan that is upgraded, downgraded, canceled and resumed',
    [
      { do: 'subscribe', plan: 'silver' },
      subscribeAndPay,
      { do: 'change_plan', plan: 'diamond' },
      { do: 'change_plan', plan: 'silver' },
      { do: 'cancel' },
      { do: 'resume' },
      deliver,
      { do: 'wait', ms: 25 * day },
    ],
    { plan: 'diamond', subscribed: true },
  ],
  [
    'a plan whose renewals fail until the grace period ends',
    [
      subscribeAndPay,
      { do: 'renewals_fail', count: 5 },
      { do: 'wait', ms: 25 * day },
      { do: 'wait', ms: 16 * day },
    ],
    { plan: 'free', subscribed: true },
  ],
  [
    'a plan whose payment is refunded',
    [subscribeAndPay, deliver, { ...refund, part: 'all', endAccess: true, endRenewal: true }, deliver],
    { plan: 'free', refunded: true },
  ],
  [
    'a server that crashes in the middle of everything',
    [
      [{ do: 'buy', product: 1 }, crash(6)],
      buyWithoutReturning,
      [{ do: 'return', pick: 0, times: 2 }, crash(4)],
      [deliver, crash(9)],
      [{ do: 'reconcile' }, crash(3)],
      [{ ...refund, part: 'half' }, crash(8)],
      [subscribeAndPay, crash(5)],
    ],
    { paid: true },
  ],
  [
    'outages of Stripe: unreachable, errors after the call took effect, and lost responses',
    [
      [{ do: 'buy', product: 0 }, outage('response_lost')],
      [buyAndPay, outage('done_but_500')],
      [buyAndPay, outage('refused')],
      buyAndPay,
      [{ ...refund, part: 'half' }, outage('response_lost')],
      [subscribeAndPay, outage('done_but_500')],
      [{ do: 'reconcile' }, outage('refused')],
    ],
    { owned: 1, paid: true },
  ],
];

describe('the invariants of payments hold in a fixed scenario', () => {
  it.each(scenarios)('%s', async (_name, steps, end) => {
    const ended = await play(async (model, world) => {
      for (const step of steps) {
        const command = Array.isArray(step) ? moneyStep(...step) : moneyStep(step);
        expect(await command.check(model), String(command)).toBe(true);
        await command.run(model, world);
      }
    });
    expect(ended).toMatchObject(end);
  });
});

it(`none of ${runs} random scenarios breaks the invariants of payments (seed ${seed})`, async () => {
  const ends: End[] = [];
  await fc.assert(
    fc.asyncProperty(fc.commands([moneySteps], { maxCommands: 8, size: 'max' }), async (steps) => {
      ends.push(await play((model, world) => fc.asyncModelRun(() => ({ model, real: world }), steps)));
    }),
    { numRuns: runs, seed, ...(path !== undefined && { path }) },
  );
  // A run without the main events would prove nothing. Short runs may not contain all of them.
  if (runs < 100) return;
  const count = (what: 'paid' | 'subscribed' | 'refunded' | 'disputed') =>
    ends.filter((end) => end[what]).length;
  const isShort = runs < 500;
  expect(Math.min(count('paid'), count('subscribed'))).toBeGreaterThan(runs / (isShort ? 10 : 5));
  expect(count('refunded') + count('disputed')).toBeGreaterThan(runs / 100);
  if (!isShort) expect(Math.min(count('refunded'), count('disputed'))).toBeGreaterThan(runs / 50);
}, 7_200_000);
