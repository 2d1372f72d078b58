import { expect, it } from 'vitest';
import { planOpens } from '../access/tier-gate.ts';
import { subscriptionPlans } from '../enums.ts';
import { coachingPlanCards, coachingPlanPlaceholder } from './coaching-plan-cards.ts';

it('there are always ten cards of coaching plans, numbered 1 to 10', () => {
  const stored = {
    ...coachingPlanPlaceholder(4, 'free'),
    id: 'stored',
    title: 'Blind Defense',
    filePath: '/x',
  };
  const stray = { ...stored, pdfNumber: 11 };
  for (const records of [[], [stored], [stored, stray]]) {
    const cards = coachingPlanCards(records, 'free');
    expect(cards.map(({ pdfNumber }) => pdfNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  }
  expect(coachingPlanCards([stored], 'free')[3]).toBe(stored);
});

it('a number without a stored coaching plan has a card with default values', () => {
  const cards = coachingPlanCards([], 'free');
  expect(cards.map(({ requiredPlan }) => requiredPlan)).toEqual(
    'free free silver silver gold gold gold diamond diamond diamond'.split(' '),
  );
  expect(cards.map(({ difficulty }) => difficulty)).toEqual(
    'beginner beginner beginner beginner intermediate intermediate intermediate advanced advanced advanced'.split(
      ' ',
    ),
  );
  for (const card of cards) {
    expect(card).toMatchObject({
      id: `placeholder-${card.pdfNumber}`,
      title: `Coaching Plan ${card.pdfNumber}`,
      filePath: '',
    });
    expect(card.description).toMatch(/upgrade/i);
  }
});

it('a card is `accessible` if the user’s membership tier is the tier that the coaching plan requires, or a higher one', () => {
  for (const plan of subscriptionPlans) {
    for (const card of coachingPlanCards([], plan))
      expect(card.accessible).toBe(planOpens(plan, card.requiredPlan));
  }
});

it('each placeholder tells a Silver member that the coaching plan is being prepared, and suggests an upgrade only if the card is not `accessible`', () => {
  for (const card of coachingPlanCards([], 'silver')) {
    expect(card.description).toMatch(/^This coaching plan is being prepared\./);
    expect(/upgrade/i.test(card.description)).toBe(!card.accessible);
  }
});
