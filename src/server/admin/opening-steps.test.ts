import { beforeAll, expect, it } from 'vitest';
import { createTestApp, setUpTestApp } from '../../testing/test-app.ts';
import { sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';
import { listOpeningSteps } from './opening-steps.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});

it('after the first sale in Stripe’s live mode, only the opening steps that concern students are listed', async () => {
  const env = { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_WEBHOOK_SECRET: 'whsec_of_a_test' };
  const sandboxApp = await createTestApp({ stripe: 'sandbox', env });
  const { deps } = sandboxApp;
  const seller = (await sandboxApp.createUser({ role: 'admin' })) as AdminActor;
  const stepsWith = (secretKey: string) => {
    const stripe = { secretKey, webhookSecret: undefined, apiUrl: undefined };
    return listOpeningSteps({ ...deps, config: { ...deps.config, stripe } }, seller);
  };
  try {
    const sold = await createTestProduct(sandboxApp, seller);
    expect(await stepsWith('sk_live_abc')).toContainEqual({ step: 'payments', done: true });
    await buy(sandboxApp, await sandboxApp.createUser(), sold);
    const remaining = ['email', 'company', 'claims', 'prices', 'coachingPlans', 'legal'];
    expect((await stepsWith('sk_live_abc')).map(({ step }) => step)).toEqual(remaining);
    expect(await stepsWith('sk_live_abc')).toContainEqual({ step: 'legal', done: false });
    // Nobody pays real money in test mode or without Stripe.
    expect(await stepsWith('rk_test_of_a_test')).toContainEqual({ step: 'payments', done: false });
    expect(await app.caller(admin).admin.dashboard.openingSteps()).toContainEqual({
      step: 'payments',
      done: false,
    });
  } finally {
    await sandboxApp.close();
  }
});

it('the opening step of the coaching plans counts the plans without a file, and is done when each plan has a file', async () => {
  const { dashboard, coachingPlans } = app.caller(admin).admin;
  const step = async () => (await dashboard.openingSteps()).find(({ step }) => step === 'coachingPlans');
  const save = async (pdfNumber: number, title: string) =>
    coachingPlans.save({
      pdfNumber,
      title,
      difficulty: 'beginner',
      requiredPlan: 'silver',
      ...(title !== 'Without' && { filePath: await sendProductPdf(app, admin, await testPdf(title)) }),
    });
  await save(1, 'Without');
  expect(await step()).toEqual({ step: 'coachingPlans', done: false, missing: 10 });
  for (const pdfNumber of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await save(pdfNumber, `Plan ${pdfNumber}`);
  expect(await step()).toMatchObject({ done: false, missing: 1 });
  await save(10, 'Plan 10');
  expect(await step()).toMatchObject({ done: true, missing: 0 });
  await coachingPlans.clearFile({ pdfNumber: 10 });
  expect(await step()).toMatchObject({ done: false, missing: 1 });
});

it('an opening step is done once its requirement is met', async () => {
  const fresh = await createTestApp();
  const freshAdmin = await fresh.createUser({ role: 'admin' });
  const done = async () =>
    (await fresh.caller(freshAdmin).admin.dashboard.openingSteps())
      .filter((step) => step.done)
      .map(({ step }) => step);
  try {
    const before = await done();
    expect(before).not.toContain('product');
    expect(before).not.toContain('company');
    // Inserted without the checks of the editor. A session is not ready for sale until it has a video or a text.
    await fresh.deps.db
      .insertInto('products')
      .values({ type: 'session', product_number: 4, title: 'Rivers', price_cents: 1_000 })
      .execute();
    expect(await done()).not.toContain('product');
    await fresh.deps.db.updateTable('products').set({ content: 'Bet the river.' }).execute();
    expect(await done()).toContain('product');
    const { settings } = fresh.caller(freshAdmin).admin;
    for (const point of ['companyName', 'companyAddress'] as const) {
      await settings.confirmPoint({ point, confirmed: true });
    }
    // Confirming an empty name is not enough.
    expect(await done()).not.toContain('company');
    await settings.update([{ key: 'companyName', value: 'River School Ltd.' }]);
    expect(await done()).not.toContain('company');
    await settings.update([{ key: 'companyAddress', value: '2 River Road' }]);
    expect(await done()).not.toContain('claims');
    expect(await done()).not.toContain('name');
    await settings.update([{ key: 'academyName', value: 'River School' }]);
    // With `useRealNumbers`, public pages replace or hide the advertised numbers, except the hours of support.
    await settings.update([{ key: 'useRealNumbers', value: true }]);
    expect(await done()).not.toContain('claims');
    await settings.confirmPoint({ point: 'claimSupport', confirmed: true });
    expect(await done()).toEqual(expect.arrayContaining([...before, 'name', 'company', 'claims', 'product']));
  } finally {
    await fresh.close();
  }
});
