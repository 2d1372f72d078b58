import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { MoneyModel } from './testing/money-model.ts';
import { checkSettled } from './testing/money-proof.ts';
import { moneySteps } from './testing/money-steps.ts';
import { createMoneyStage, type MoneyStage, minute } from './testing/money-world.ts';

/** `npm run test:long` plays twenty times as many; the seed of a failure repeats it. */
const runs = Number(process.env.MODEL_RUNS ?? 1_000);
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
/** A failure's path begins with the number of its story; what follows are its own shorter versions. */
const path = process.env.MODEL_PATH?.split(':')[0];

let app: TestApp;
let stage: MoneyStage;

beforeAll(async () => {
  app = await createTestApp();
  stage = await createMoneyStage(app);
});
afterAll(() => app.close());

it(`no story of ${runs} breaks the money (seed ${seed})`, async () => {
  const ends = { purchases: 0, subscriptions: 0, refunds: 0, disputes: 0 };
  const stories = fc.commands([moneySteps], { maxCommands: 8, size: 'max' });
  await fc.assert(
    fc.asyncProperty(stories, async (steps) => {
      const world = await stage.open();
      try {
        const model: MoneyModel = {
          pages: [],
          paidForProducts: 0,
          prices: stage.products.map(({ price }) => price),
          muddled: new Set(),
        };
        await fc.asyncModelRun(() => ({ model, real: world }), steps);
        // From here on no webhook arrives any more: one reconciliation makes everything right.
        await world.pass(20 * minute);
        await world.reconcile();
        await checkSettled(model, world);
        ends.purchases += model.paidForProducts > 0 ? 1 : 0;
        ends.subscriptions += world.sandbox.subscriptions().length > 0 ? 1 : 0;
        ends.refunds += world.sandbox.refunds().length > 0 ? 1 : 0;
        ends.disputes += world.sandbox.disputes().length > 0 ? 1 : 0;
      } finally {
        await world.close();
      }
    }),
    { numRuns: runs, seed, ...(path !== undefined && { path }) },
  );
  // Stories in which nothing happens would prove nothing; a single one that is repeated need not have everything.
  if (runs < 500) return;
  const { purchases, subscriptions, refunds, disputes } = ends;
  expect(Math.min(purchases, subscriptions)).toBeGreaterThan(runs / 5);
  expect(Math.min(refunds, disputes)).toBeGreaterThan(runs / 50);
}, 7_200_000);
