import { expect, it } from 'vitest';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const academy = setUpTestApp();

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
