import { describe, expect, it } from 'vitest';
import { createPromotion } from '../../../server/payments/testing/promotions.ts';
import { createAdmin, sessionIdOf } from '../../../server/payments/testing/purchases.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { promotionCodeError } from '../../../shared/payments/promotion-codes.ts';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });

it('the cards of the memberships say how many hands, ranges, links and questions each includes', async () => {
  const screen = await openScreen(academy, '/subscription-plans');
  const includes = async (plan: string) =>
    (await screen.findByRole('heading', { level: 2, name: plan })).closest('li')?.textContent;
  expect(await includes('Free')).toContain(
    'Stores 50 of your handsStores 3 of your own ranges5 open links to your hands',
  );
  expect(await includes('Free')).not.toContain('to the coach');
  expect(await includes('Diamond')).toContain(
    'Stores 20,000 of your handsStores 1,000 of your own ranges5,000 open links to your hands10 questions a month to the coach',
  );
});

describe('a link to the plans with a promotion code, but without a plan', () => {
  const openPlans = async (code: string, as?: TestUser) => {
    const screen = await openScreen(academy, `/subscription-plans?code=${code}`, as && { as });
    return { screen, gold: await screen.findByRole(as ? 'button' : 'link', { name: 'Choose Gold' }) };
  };
  const newStudent = () => academy.createUser({ password: testPassword });
  const newCode = async (plan: PaidPlan) =>
    (await createPromotion(academy, await createAdmin(academy), { scope: { kind: 'plan', plan } })).code;

  it('a student pays the discounted price of the chosen plan', async () => {
    const { screen, gold } = await openPlans(await newCode('gold'), await newStudent());
    await screen.user.click(gold);
    await expect.poll(() => screen.url()).toMatch(/\/c\/pay\/cs_test_/);
    const session = academy.sandbox.sessions().find(({ id }) => id === sessionIdOf(screen.url()));
    expect(session).toMatchObject({ amount_total: 400, total_details: { amount_discount: 100 } });
  });

  it('a code for another plan is rejected before the student pays the full price', async () => {
    const code = await newCode('silver');
    const { screen, gold } = await openPlans(code, await newStudent());
    await screen.user.click(gold);
    const field = screen.getByLabelText('Code');
    await expect.poll(() => field).toHaveAccessibleDescription(promotionCodeError);
    expect(screen.url()).toBe(`/subscription-plans?code=${code}&plan=gold`);
    await expect.poll(() => gold).toBeEnabled();
    await screen.user.click(gold);
    await expect.poll(() => screen.url()).toMatch(/\/c\/pay\/cs_test_/);
  });

  it('a visitor returns to the chosen plan with the code', async () => {
    const { gold } = await openPlans('SPRING20');
    const next = encodeURIComponent('/subscription-plans?code=SPRING20&plan=gold');
    expect(gold).toHaveAttribute('href', `/auth?next=${next}`);
  });
});
