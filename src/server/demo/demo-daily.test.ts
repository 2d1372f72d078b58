import { expect, it } from 'vitest';
import { demoOptions } from '../../client/features/public/hand-demo/demo-decision.ts';
import { academyHands } from '../../shared/poker/academy-hands/academy-hands.ts';
import { buildHand } from '../../shared/poker/build-hand.ts';
import { decisionsOf, legalActions, startDeal, stepOrThrow } from '../../shared/poker/deal.ts';
import { moneyIn, tableStates } from '../../shared/poker/table-states.ts';
import { type DemoDaily, dailyHands } from './content/daily-hands.ts';

const hands = dailyHands.map((daily) => [daily.question, daily] as const);

/** The table, the hero and the legal actions at the decision of a hand of the day, and a conversion to big blinds. */
function spotOf({ hand: source, decision }: DemoDaily) {
  const notation =
    'academy' in source ? academyHands.find(({ id }) => id === source.academy)?.notation : source.notation;
  const hand = buildHand(notation ?? '');
  const index = decisionsOf(hand)[decision - 1] ?? -1;
  const state = tableStates(hand)[index];
  const hero = state?.seats.find(({ seat }) => seat === hand.hero);
  if (!state || !hero) throw new Error('The hero has no such decision.');
  const legal = legalActions(hand.actions.slice(0, index).reduce(stepOrThrow, startDeal(hand)));
  return { state, hero, legal, bigBlinds: (units: number) => units / hand.stakes.big };
}

it.each(hands)('the hero can take every offered action: %s', (_question, daily) => {
  const { state, hero, legal, bigBlinds } = spotOf(daily);
  const possible = hero.bet < state.bet ? /^(Fold|Call|Raise|All-in)/ : /^(Check|Bet|All-in)/;
  for (const { label } of daily.options) {
    expect(label).toMatch(possible);
    const [, size] = /^(?:Bet|Raise to) ([\d.]+)$/.exec(label) ?? [];
    if (size === undefined) continue;
    const [least = 0, most = 0] = legal?.raise ?? [];
    expect(Number(size)).toBeGreaterThanOrEqual(bigBlinds(least));
    expect(Number(size)).toBeLessThanOrEqual(bigBlinds(most));
  }
});

it.each(hands)(
  'the question and the explanations state the pots and bets of the hand, in big blinds: %s',
  (_question, daily) => {
    const { state, bigBlinds } = spotOf(daily);
    const text = [daily.question, ...daily.options.map(({ why }) => why)].join(' ');
    const numbers = (pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, one, other]) => Number(one ?? other));
    for (const pot of numbers(/(?:[Tt]he pot is |There are )([\d.]*\d)|([\d.]+) in the pot/g))
      expect(pot).toBeCloseTo(bigBlinds(moneyIn(state)));
    for (const bet of numbers(/(?:opens|raises) to ([\d.]*\d)|(?:a bet of|button bets) ([\d.]*\d)/g))
      expect(bet).toBeCloseTo(bigBlinds(state.bet));
  },
);

it('the options on the landing page have the same weights as when the same hand is the hand of the day', () => {
  const daily = dailyHands.find(({ hand }) => 'academy' in hand && hand.academy === 'landing-demo');
  expect(daily?.options.map(({ weight }) => weight)).toEqual(demoOptions.map(({ weight }) => weight));
});
