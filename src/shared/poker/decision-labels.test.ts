import { expect, it } from 'vitest';
import { academyHands, buildAcademyHand } from './academy-hands/academy-hands.ts';
import { labelDecisions } from './decision-labels.ts';

it('decisions with the same sentence are distinguished by their street', () => {
  const source = academyHands.find(({ id }) => id === 'blocker-call');
  if (!source) throw new Error('the hand is missing');
  const { hand } = buildAcademyHand(source);
  expect(labelDecisions(hand).map(({ label }) => label)).toEqual([
    'Preflop: Hero calls 1.5 bb.',
    'Flop: Hero checks.',
    'Flop: Hero calls 2 bb.',
    'Turn: Hero checks.',
    'Turn: Hero calls 6 bb.',
    'River: Hero checks.',
    'River: Hero calls 20 bb.',
  ]);
});
