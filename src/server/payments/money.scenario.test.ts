import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp } from '../../testing/test-app.ts';
import { tracesOf } from './testing/money.ts';
import { playMoneyScenario, playMonthAfter, type ScenarioUsers } from './testing/money-scenario.ts';
import { createMoneyStage, type MoneyStage, type MoneyWorld, minute } from './testing/money-world.ts';

const app = setUpTestApp();
let stage: MoneyStage;

beforeAll(async () => {
  stage = await createMoneyStage(app);
});

async function endsOf(users: ScenarioUsers): Promise<Record<string, unknown>> {
  const ends: Record<string, unknown> = {};
  for (const [name, user] of users) {
    const { messages, events, ...rest } = await tracesOf(app, user);
    // Reconciliation may find only the final state. It then sends no emails or notifications about a refund that failed
    // later, and no notifications about a dispute that was open only briefly.
    const hasFailedRefund = name === 'has a refund that fails';
    const hasClosedDispute = name === 'has a dispute that is won' || name === 'has a dispute that is lost';
    ends[name] = {
      ...rest,
      ...(!hasFailedRefund && { messages }),
      ...(!hasFailedRefund && !hasClosedDispute && { events }),
    };
  }
  return ends;
}

/**
 * Plays the scenario, and then the following month.
 * @param afterStep - runs after every step, to handle the events so far
 * @param afterAct - runs after the scenario, and again after the following month
 * @returns the state of every user after the scenario, and after the following month
 */
async function play(
  afterStep: (world: MoneyWorld) => Promise<void>,
  afterAct: (world: MoneyWorld) => Promise<void>,
): Promise<Record<string, unknown>[]> {
  const world = await stage.open();
  try {
    const users = await playMoneyScenario(world, () => afterStep(world));
    await world.pass(20 * minute);
    await afterAct(world);
    const afterScenario = await endsOf(users);
    await playMonthAfter(world, () => afterStep(world));
    await afterAct(world);
    return [afterScenario, await endsOf(users)];
  } finally {
    await world.close();
  }
}

async function deliverAll(world: MoneyWorld): Promise<void> {
  for (const event of world.undelivered()) await world.deliver(event, 1);
}

it('if every webhook is dropped, reconciliation leads to the same state as the webhooks', async () => {
  const drop = async () => undefined;
  const delivered = await play(deliverAll, deliverAll);
  const dropped = await play(drop, (world) => world.reconcile());
  expect(dropped).toEqual(delivered);
  expect(delivered[1]).toMatchObject({
    buys: { purchases: ['pdf-1'] },
    'is declined': { purchases: [] },
    'has a fraud warning': { purchases: ['pdf-1'] },
    'has a delayed payment that fails': { purchases: [] },
    'is refunded': { purchases: [] },
    'is refunded in part': { purchases: ['pdf-1'] },
    'has a refund that fails': { purchases: ['pdf-1'] },
    'has a dispute that is won': { purchases: ['pdf-1'] },
    'has a dispute that is lost': { purchases: [] },
    'has an open dispute': { purchases: [] },
    upgrades: { subscriptionPlan: 'diamond' },
    downgrades: { subscriptionPlan: 'silver' },
    'downgrades and changes back': { subscriptionPlan: 'gold' },
    cancels: { subscriptionPlan: 'free' },
    'cancels in the portal': { subscriptionPlan: 'free' },
    'cancels and resumes': { subscriptionPlan: 'gold' },
    'cannot renew': { subscriptionPlan: 'silver' },
    'must authenticate a renewal': { subscriptionPlan: 'gold' },
    'is ended at Stripe': { subscriptionPlan: 'free' },
  });
}, 180_000);
